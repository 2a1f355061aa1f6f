/** Fails the test or hook during which a vendor's document was violated. */
import { afterAll, afterEach } from "vitest";
import { takeViolations } from "./violations.ts";

afterEach(judge);
afterAll(judge);

function judge(): void {
  const violations = takeViolations();
  if (violations.length === 0) return;
  throw new Error(`Violations of the vendor's published API:\n- ${violations.join("\n- ")}`);
}
