import { CreateChannel, UpdateChannel } from "../ChannelInput.ts"
import { CreateMaintenanceWindow } from "../MaintenanceInput.ts"
import { CreateOnCallSchedule } from "../OnCallInput.ts"
import { CreateRoute } from "../RouteInput.ts"
import { CreateScheduledReport } from "../ScheduledReportInput.ts"
import { CreateStatusPage, statusPageParts } from "../StatusPageInput.ts"
import { CreateTag, UpdateTag } from "../TagInput.ts"
import { capital, monitorInputs } from "../MonitorInput.ts"
import {
  maintenanceLimits,
  type MonitorField,
  monitorFields,
  type MonitorKind,
  monitorKinds,
  newMonitorSecrets,
  newMonitorTexts,
  routeLimits,
  statusPageLimits,
  tagLimits
} from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { KEY, keyMessage, REFERENCE } from "./keys.ts"
import { ofMonitorSections, type SectionOf } from "./sections.ts"
import { variablesIn } from "./variables.ts"

/** The largest number of monitors that one monitor can depend on. The API has the same limit for this field. */
const PARENTS = 10

const referenceMessage = "must be a list of keys in this file, or in other projects, such as other-project/key."

const references = (maximum: number, about: string, example: string) => {
  const message = `must have at most ${maximum} different keys.`
  return Schema.Array(
    Schema.String.annotate({ message: referenceMessage }).check(
      Schema.isPattern(REFERENCE, { message: referenceMessage })
    )
  )
    .annotate({ message: referenceMessage, description: about, examples: [[example]] })
    .check(Schema.isMaxLength(maximum, { message }), Schema.isUnique({ message }))
}

const keyed = <S extends Schema.Top>(object: S, about: string) => {
  const message = "must be an object that maps keys to objects."
  return Schema.Record(Schema.String, object)
    .annotate({ message, description: about })
    .check(
      Schema.makeFilter(
        (entries: object) =>
          Object.keys(entries)
            .filter((key) => !KEY.test(key))
            .map((key) => ({ path: [key], issue: keyMessage })),
        { toJsonSchema: () => ({ propertyNames: { pattern: KEY.source } }) }
      )
    )
}

const optional = <const Fields extends Schema.Struct.Fields>(fields: Fields) => Struct.map(fields, Schema.optionalKey)

const objectMessage = "must be an object with the fields in the documentation."

const tags = references(tagLimits.assigned, "The monitor's tags.", "web")
const dependsOn = references(
  PARENTS,
  "Monitors that this monitor depends on. While one of them is down, Mon does not send an alert when this monitor goes down.",
  "router"
)
const paused = Schema.Boolean.annotate({
  message: "paused must be true or false.",
  description: "Whether the monitor's checks are paused. Default: false.",
  examples: [false]
})

const ofMonitor = optional({ tags, dependsOn, paused })

type EntryFields<Kind extends MonitorKind> = Omit<
  (typeof monitorInputs)[Kind]["Create"]["fields"],
  "dependsOn" | "timeout"
> &
  typeof ofMonitor

type StructOf<Fields> = Fields extends Schema.Struct.Fields ? Schema.Struct<Fields> : never

/** Returns the schemas for the secrets of a new monitor. In a file, a secret can refer to an environment variable. */
const secretFields = (kind: MonitorKind): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries(newMonitorSecrets[kind]).map(([name, { input, message, pattern }]) => [
      name,
      Schema.optionalKey(
        Schema.String.annotate(input.ast.annotations ?? {}).check(
          Schema.makeFilter((text) => pattern.test(text) || variablesIn(text).length > 0 || message)
        )
      )
    ])
  )

const entryFields = (kind: MonitorKind): Schema.Struct.Fields => {
  const fields: Schema.Struct.Fields = monitorInputs[kind].Create.fields
  return { ...Struct.omit(fields, ["dependsOn", "timeout"]), ...secretFields(kind), ...ofMonitor }
}

const monitors = ofMonitorSections<unknown>((kind) =>
  keyed(
    Schema.Struct(entryFields(kind)).annotate({
      message: objectMessage,
      description: `${newMonitorTexts[kind].about} Fields have the same names, units and limits as in the API.`
    }),
    `${capital(monitorKinds[kind].nouns)} by key. Two monitors cannot have the same key, even if they are of different kinds.`
  )
) as {
  readonly [Kind in MonitorKind as SectionOf<Kind>]: Schema.$Record<Schema.String, StructOf<EntryFields<Kind>>>
}

/** The fields that each monitor has for itself: its address, its name, and the secrets of a new monitor. */
const ownFields = (kind: MonitorKind): ReadonlyArray<string> => [
  "url",
  "name",
  ...Object.entries<MonitorField>(monitorFields[kind]).flatMap(([name, { isNeeded }]) =>
    isNeeded === true ? [name] : []
  ),
  ...Object.keys(newMonitorSecrets[kind])
]

const monitorDefaults = ofMonitorSections<unknown>((kind) =>
  Schema.Struct(Struct.omit(entryFields(kind), ownFields(kind))).annotate({
    message: objectMessage,
    description: `Values for all ${monitorKinds[kind].nouns} in the file that do not have the field.`
  })
) as {
  readonly [Kind in MonitorKind as SectionOf<Kind>]: StructOf<
    Omit<EntryFields<Kind>, "url" | "name" | "check" | keyof (typeof newMonitorSecrets)[Kind]>
  >
}

const defaults = Schema.Struct(optional(monitorDefaults)).annotate({
  message: objectMessage,
  description: "Values for monitors that do not have the field."
})

const ConfigTag = Schema.Struct({ ...CreateTag.fields, sortOrder: UpdateTag.fields.sortOrder }).annotate({
  message: objectMessage,
  description: "A tag."
})

const ConfigChannel = Schema.Struct({ ...CreateChannel.fields, isActive: UpdateChannel.fields.isActive }).annotate({
  message: objectMessage,
  description: "An alert channel. `GET /channels/kinds` describes the settings of each kind."
})

const chosen = {
  monitors: references(routeLimits.chosen, "Monitors whose alerts match the route.", "shop"),
  tags: references(routeLimits.chosen, "Tags of the monitors whose alerts match the route.", "web")
}

const ConfigRoute = Schema.Struct({
  ...Struct.omit(CreateRoute.fields, ["position", "monitorIds", "tagIds"]),
  ...optional(chosen)
}).annotate({
  message: objectMessage,
  description: "An alert route. The first route that matches an alert decides where it goes."
})

const ConfigOnCallSchedule = Schema.Struct(CreateOnCallSchedule.fields).annotate({
  message: objectMessage,
  description: "An on-call schedule. People are email addresses. Overrides are not part of the file."
})

const { minutes, startsAt } = CreateMaintenanceWindow.fields

const ConfigWindow = Schema.Struct({
  name: CreateMaintenanceWindow.fields.name,
  startsAt: Schema.requiredKey(startsAt).pipe(Schema.annotateKey({ messageMissingKey: "startsAt is required." })),
  minutes: Schema.requiredKey(minutes).pipe(Schema.annotateKey({ messageMissingKey: "minutes is required." })),
  timezone: CreateMaintenanceWindow.fields.timezone,
  recurrence: CreateMaintenanceWindow.fields.recurrence,
  wholeAccount: CreateMaintenanceWindow.fields.wholeAccount,
  published: CreateMaintenanceWindow.fields.published,
  ...optional({
    monitors: references(maintenanceLimits.monitors, "Monitors that the window covers.", "shop"),
    tags: references(
      maintenanceLimits.tags,
      "Tags. The window covers all monitors with at least one of these tags.",
      "web"
    )
  })
}).annotate({ message: objectMessage, description: "A maintenance window." })

const groupMessage = "group must be null or the key of a group on the page."
const ConfigComponent = Schema.Struct({
  ...Struct.omit(statusPageParts.component.fields, ["id", "groupId", "monitorIds", "tagIds"]),
  ...optional({
    group: Schema.NullOr(
      Schema.String.annotate({ message: groupMessage }).check(Schema.isPattern(KEY, { message: groupMessage }))
    ).annotate({ message: groupMessage, description: "Key of the component's group. Null, the default: none." }),
    monitors: references(
      statusPageLimits.monitorsOfComponent,
      "Monitors that determine the component's state.",
      "shop"
    ),
    tags: references(
      statusPageLimits.tagsOfComponent,
      "Tags. All monitors with at least one of these tags determine the component's state.",
      "web"
    )
  })
}).annotate({ message: objectMessage, description: "A component on the page." })

const atMost = (maximum: number) =>
  Schema.isMaxProperties(maximum, { message: `must have at most ${maximum} entries.` })

const ConfigStatusPage = Schema.Struct({
  ...Struct.omit(CreateStatusPage.fields, ["logo", "groups", "components"]),
  ...optional({
    groups: keyed(
      Schema.Struct(Struct.omit(statusPageParts.group.fields, ["id"])).annotate({ message: objectMessage }),
      "Groups of components by key, in their order on the page."
    ).check(atMost(statusPageLimits.groups)),
    components: keyed(ConfigComponent, "Components by key, in their order on the page.").check(
      atMost(statusPageLimits.components)
    )
  })
}).annotate({ message: objectMessage, description: "A status page. The logo is not part of the file." })

const tagMessage =
  "tag must be null or the key of a tag in this file, or in another project, such as other-project/key."
const ConfigReport = Schema.Struct({
  ...Struct.omit(CreateScheduledReport.fields, ["tag"]),
  ...optional({
    tag: Schema.NullOr(
      Schema.String.annotate({ message: tagMessage }).check(Schema.isPattern(REFERENCE, { message: tagMessage }))
    ).annotate({
      message: tagMessage,
      description: "Key of a tag. The report covers only domains with this tag. Null, the default: all domains.",
      examples: ["web"]
    })
  })
}).annotate({ message: objectMessage, description: "A report that Mon sends by email every week or every month." })

const versionMessage = "version must be 1."
const projectMessage = `project ${keyMessage}`

/** The schema of a configuration file, which contains all objects of a project in an account. */
export const ConfigDocument = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String.annotate({ description: "URL of this schema, for editors." })),
  version: Schema.Literal(1)
    .annotate({ message: versionMessage, description: "The format's version." })
    .pipe(Schema.annotateKey({ messageMissingKey: versionMessage })),
  project: Schema.String.annotate({
    message: projectMessage,
    description:
      "The project that owns the objects in the file. Several files with different projects can share an account.",
    examples: ["acme-web"]
  })
    .check(Schema.isPattern(KEY, { message: projectMessage }))
    .pipe(Schema.annotateKey({ messageMissingKey: projectMessage })),
  ...optional({
    addOnly: Schema.Boolean.annotate({
      message: "addOnly must be true or false.",
      description:
        "Whether the file only adds what the account does not have. What exists keeps its name and settings, nothing is deleted, and the project does not own what the file adds. Default: false.",
      examples: [true]
    }),
    defaults,
    tags: keyed(ConfigTag, "Tags by key."),
    ...monitors,
    channels: keyed(ConfigChannel, "Alert channels by key."),
    onCallSchedules: keyed(ConfigOnCallSchedule, "On-call schedules by key."),
    routes: keyed(ConfigRoute, "Routes by key, in order."),
    maintenanceWindows: keyed(ConfigWindow, "Maintenance windows by key."),
    statusPages: keyed(ConfigStatusPage, "Status pages by key."),
    scheduledReports: keyed(ConfigReport, "Scheduled reports by key.")
  })
}).annotate({
  message: "The file must be an object with version and project.",
  title: "Mon configuration file",
  description:
    "What Mon monitors and who it alerts. `mon plan` shows what would change, and `mon apply` makes the changes."
})

/** A decoded configuration file. */
export type ConfigDocument = typeof ConfigDocument.Type
