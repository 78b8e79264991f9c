import { described, monitorKindNames, monitorKinds } from "@mon/model"
import * as Schema from "effect/Schema"
import { receivers } from "./RouteRecord.ts"

const { count, countOrNull, flag, id, idOrNull, list, orNull, record, text, textOrNull, time, value } = described

/** The sections of a configuration file. */
export const ConfigSection = Schema.Literals([
  "tags",
  ...monitorKindNames.map((kind) => monitorKinds[kind].plural),
  "channels",
  "onCallSchedules",
  "routes",
  "maintenanceWindows",
  "statusPages",
  "scheduledReports"
])
export type ConfigSection = typeof ConfigSection.Type

const section = value(ConfigSection, "Section of the file.", "domains")
const key = text("Key in the section.", "shop")
const line = countOrNull("Line in the file, starting at 1. Null if there is no such line.", 12)
const field = text("Name of the field.", "checkInterval")
const json = (description: string) => Schema.Json.annotate({ description, examples: [300] })
const fields = Schema.Record(Schema.String, Schema.Json).annotate({
  description:
    "The fields of the object. Other objects are referred to by their keys. `***` and `sealed:` stand for secrets.",
  examples: [{ url: "https://shop.example.org" }]
})

const Creation = record("ConfigCreation", "An object that will be created.", {
  section,
  key,
  line,
  replaces: flag(
    "Whether the new object replaces one that is deleted because one of its fields cannot be changed.",
    false
  ),
  fields
})

const Change = record("ConfigFieldChange", "A field that will change.", {
  field,
  line,
  from: json("The value before."),
  to: json("The value after.")
})

const Update = record("ConfigUpdate", "An object that will change.", {
  section,
  key,
  id: id("Its id."),
  line,
  changes: list(Change, "The fields that change.")
})

const Adoption = record("ConfigAdoption", "An existing object that becomes part of the file.", {
  section,
  key,
  id: id("Its id."),
  line,
  earlierKey: textOrNull("The key that the object had before. Null if the object was not in any file.", null)
})

const Deletion = record("ConfigDeletion", "An object that will be deleted.", {
  section,
  key,
  id: id("Its id."),
  name: text("Its name.", "Shop"),
  replaced: flag("Whether a new object takes the place of the deleted one.", false)
})

const RouteOrder = record("ConfigRouteOrder", "The order of the routes in the file.", {
  from: Schema.Array(Schema.String).annotate({
    description: "The keys in their previous order.",
    examples: [["a", "b"]]
  }),
  to: Schema.Array(Schema.String).annotate({ description: "The keys in their new order.", examples: [["b", "a"]] })
})

const Drift = record("ConfigDrift", "A field that someone changed after the file was applied.", {
  section,
  key,
  field,
  line,
  applied: json("The value that the file had set."),
  current: json("The value now.")
})

const Unmanaged = record(
  "ConfigUnmanaged",
  "An object in the account that is not in any file. Mon does not change it.",
  {
    section,
    id: id("Its id."),
    name: text("Its name.", "Shop")
  }
)

const Kept = record(
  "ConfigKept",
  "An object that already exists in the account. The file has `addOnly`, so the object keeps its name and settings.",
  {
    section,
    key,
    id: id("Its id."),
    line,
    name: text("The object's name in the account.", "Shop")
  }
)

const Refusal = record(
  "ConfigRefusal",
  "A reason why the file cannot be applied. A file is applied only as a whole, so any such reason stops it.",
  {
    path: text(
      "The path in the file, such as `domains.shop.checkInterval`. Empty for the file itself.",
      "domains.shop"
    ),
    line,
    column: countOrNull("Column in the line, starting at 1. Null if there is no such column.", 5),
    message: text(
      "The mistake, in one sentence.",
      "checkInterval must be a whole number of seconds between 59 and 86400."
    )
  }
)

/** The changes that a configuration file would make. */
export const ConfigPlanRecord = record("ConfigPlan", "The changes that a configuration file would make.", {
  planId: idOrNull("Id for `POST /config/apply`. Null if something is rejected, because then nothing can be applied."),
  expiresAt: described.timeOrNull("The time when the plan expires, ISO 8601 UTC. Null if there is no id."),
  project: textOrNull("The file's project. Null if the file cannot be read.", "acme-web"),
  changes: count("Number of creations, updates and deletions. A new order of the routes counts once.", 3),
  create: list(Creation, "The objects that will be created."),
  update: list(Update, "The objects that will change."),
  adopt: list(
    Adoption,
    "Objects that already exist in the account. The project of the file becomes their owner, and nothing else about them changes."
  ),
  delete: list(Deletion, "The objects that will be deleted if `allowDelete` is true."),
  routeOrder: orNull(RouteOrder, "The new order of the routes in the file. Null if the order stays the same."),
  drift: list(Drift, "The changes that someone made after the file was applied. The updates above undo them."),
  unmanaged: list(Unmanaged, "The objects that no file contains."),
  kept: list(Kept, "The objects that exist already and stay as they are, because the file has `addOnly`."),
  receivers,
  refused: list(Refusal, "The parts that cannot be applied, in the order in which they appear in the file.")
})
export type ConfigPlanRecord = typeof ConfigPlanRecord.Type

/** The result of applying a configuration file. */
export const ConfigResult = record("ConfigResult", "The changes that were applied, in one transaction.", {
  project: text("Project of the file.", "acme-web"),
  created: count("Number of created objects.", 2),
  updated: count("Number of changed objects.", 1),
  adopted: count("Number of objects that became part of the file.", 0),
  deleted: count("Number of deleted objects.", 0),
  appliedAt: time("Time of the change, ISO 8601 UTC."),
  warnings: Schema.Array(Schema.String).annotate({
    description: "Sentences that say what could not be completed outside the database. Mon will try again.",
    examples: [[]]
  })
})
export type ConfigResult = typeof ConfigResult.Type
