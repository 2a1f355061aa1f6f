import { Migrations } from "@convex-dev/migrations";
import { components } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import { internalMutation } from "./internalFunctions";

/** Defines migrations. Each also has its place in `shared/migrations.ts`. */
export const migrations = new Migrations<DataModel>(components.migrations, { internalMutation });
