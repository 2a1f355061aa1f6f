import { ConvexReactClient } from "convex/react";
import { readConvexUrl } from "../lib/env";

export const CONVEX_URL = readConvexUrl(import.meta.env);
export const convexClient = new ConvexReactClient(CONVEX_URL);
