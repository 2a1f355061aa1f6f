import { ConvexReactClient } from "convex/react";
import { readConvexUrl } from "../lib/env";

export const convexClient = new ConvexReactClient(readConvexUrl(import.meta.env));
