import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const HOST = "127.0.0.1";

/** Returns the server's URL. It listens on the loopback address only; 0 takes a free port. */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve(`http://${HOST}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Also closes open connections, which would otherwise keep the port open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
