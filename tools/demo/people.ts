/** Random callers. Their numbers are from the range reserved for fiction: 555-0100 to 555-0199. */
import type { Random } from "./seeded-random.ts";
import type { Caller } from "./conversation.ts";

type Names = readonly [string, ...string[]];

const FIRST: Names = [
  ...([
    "Emma",
    "Noah",
    "Olivia",
    "Liam",
    "Sofia",
    "Lucas",
    "Mia",
    "Ethan",
    "Ava",
    "Daniel",
  ] as const),
  ...["Grace", "Marcus", "Nora", "Victor", "Hannah", "Omar", "Lena", "Peter", "Priya", "Tom"],
  ...["Julia", "Samuel", "Yuki", "Andre", "Clara", "Felix", "Ines", "Jonas", "Rosa", "Walter"],
  ...["Amara", "Ben", "Carmen", "Dmitri", "Elena", "Frank", "Gloria", "Hugo", "Irene", "Jamal"],
];
const LAST: Names = [
  ...(["Bennett", "Carter", "Diaz", "Edwards", "Fischer", "Garcia", "Hughes", "Ito"] as const),
  ...["Jensen", "Kowalski", "Lopez", "Meyer", "Novak", "Okafor", "Patel", "Quinn"],
  ...["Reyes", "Schmidt", "Tran", "Underwood", "Vargas", "Walsh", "Young", "Zimmerman"],
  ...["Abbott", "Brooks", "Chen", "Dalton", "Ellis", "Foster", "Grant", "Harper"],
];
const AREAS: readonly [string, ...string[]] = ["503", "971", "360"];

export function randomCaller(random: Random): Caller {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const [area, end] = [random.pick(AREAS), String(random.between(100, 199))];
  return {
    first,
    name: `${first} ${last}`,
    phone: `+1 ${area} 555 0${end}`,
    spokenPhone: `${spelled(area)}, 5 5 5, 0 ${spelled(end)}`,
  };
}

function spelled(digits: string): string {
  return digits.split("").join(" ");
}
