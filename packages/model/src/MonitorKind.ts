import * as Schema from "effect/Schema"
import { monitorKindNames } from "./monitorKinds.ts"

/** The name of a kind of monitor. */
export const MonitorKind = Schema.Literals(monitorKindNames)
export type MonitorKind = typeof MonitorKind.Type
