// Vite's requirement, and the strictest among the dependencies.
const OLDEST = { major: 20, minor: 19 };

/** Returns an error message if this Node is too old, otherwise null.
 *
 * @param {string} version
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isNewEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  return isNewEnough
    ? null
    : `Hark needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is ${version}. Get one at https://nodejs.org.`;
}
