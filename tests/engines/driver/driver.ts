/** Both browsers understand W3C WebDriver, each by a transport of its own: https://www.w3.org/TR/webdriver2/ */

/** The commands that these tests need, and where they are over HTTP. */
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
  /** The part of its window that a page has. */
  resize(width: number, height: number): Promise<void>;
  /** What the page did that nobody expects, as far as the browser tells; each once. */
  complaints(): string[];
  close(): Promise<void>;
}

/** Under this name an element comes and goes in what is sent. */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** The code is one of the standard's: "stale element reference". */
export class DriverError extends Error {
  readonly code: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}
