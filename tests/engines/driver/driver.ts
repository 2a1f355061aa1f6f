/** Both browsers implement W3C WebDriver, over different transports: https://www.w3.org/TR/webdriver2/ */

/** The commands that these tests need, with their HTTP routes. */
export const ROUTES = {
  Navigate: "POST /url",
  ExecuteScript: "POST /execute/sync",
  ElementClick: "POST /element/{id}/click",
  ElementClear: "POST /element/{id}/clear",
  ElementSendKeys: "POST /element/{id}/value",
  PerformActions: "POST /actions",
  ReleaseActions: "DELETE /actions",
  SwitchToFrame: "POST /frame",
  SetWindowRect: "POST /window/rect",
  TakeScreenshot: "GET /screenshot",
} as const;

export type Command = keyof typeof ROUTES;

export interface Driver {
  send(command: Command, params?: object): Promise<unknown>;
  /** Sets the size of the page. */
  resize(width: number, height: number): Promise<void>;
  /** Unexpected errors and requests of the page that the browser reported since the last call. */
  complaints(): string[];
  close(): Promise<void>;
}

/** The property by which WebDriver refers to elements. */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** The code is from the standard, such as "stale element reference". */
export class DriverError extends Error {
  readonly code: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}
