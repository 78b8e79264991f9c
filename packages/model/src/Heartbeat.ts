import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { described } from "./Described.ts"
import { Domain, DomainStatus } from "./Domain.ts"
import { heartbeatFields } from "./heartbeatFields.ts"
import { outputOf } from "./MonitorField.ts"

const {
  count,
  countOrNull,
  flag,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
  value,
  word
} = described

const { name, ...settings } = Struct.map(heartbeatFields, outputOf)
const { access, createdAt, id, isPaused, lastError, maintenance, statusChangedAt, tags, updatedAt, uptime } =
  Domain.fields

/** The record of a heartbeat. Absent values are null, never missing. */
export const Heartbeat = record("Heartbeat", "A heartbeat: a job that reports to Mon.", {
  id,
  name,
  status: value(
    DomainStatus,
    "State of the heartbeat. `unknown` until the first run ends after creation or resume.",
    "up"
  ),
  isPaused,
  access,
  ...settings,
  pingStatus: word(
    ["unknown", "up", "down"],
    "State after the last ping or deadline. A worker records it as `status`, and announces it, within seconds."
  ),
  isRunning: flag("Whether a run has started and not ended.", false),
  isLate: flag("Whether a run is expected and has not begun, but is not late enough for an alert.", false),
  expectedAt: timeOrNull("Time at which the next run is expected, ISO 8601 UTC, or null if none is."),
  lastPingAt: timeOrNull("Time of the last ping, ISO 8601 UTC, or null if there was none."),
  lastRuntimeMs: numberOrNull("Run time of the last run whose start is known, or null. Milliseconds.", 52_300),
  pings: count("Number of pings since the heartbeat was created.", 412),
  pingUrl: textOrNull(
    "The secret URL to which the job reports. Null if the caller may only read the heartbeat.",
    "https://mon.example.com/ping/5f0a4d8c-2b1e-4c7a-9d3f-6e8b1a2c3d4e"
  ),
  pingEmail: textOrNull(
    "The secret address to which the job can send emails instead. Null if the service receives none, or if the caller may only read the heartbeat.",
    "5f0a4d8c-2b1e-4c7a-9d3f-6e8b1a2c3d4e@ping.mon.example.com"
  ),
  earlierPingUrl: orNull(
    record("EarlierPingUrl", "A ping URL that still works after a rotation.", {
      lastUsedAt: timeOrNull(
        "Time of the last ping to this URL, ISO 8601 UTC, or null if there was none since the rotation."
      ),
      endsAt: time("Time at which this URL stops working, ISO 8601 UTC: a week after the last ping to it.")
    }),
    "The ping URL before the last rotation, or null if there is none that still works."
  ),
  lastError,
  statusChangedAt,
  uptime,
  maintenance,
  tags,
  createdAt,
  updatedAt
})
export interface Heartbeat extends Schema.Schema.Type<typeof Heartbeat> {}

/** A proposed schedule that fits the times of the last runs better than the current schedule. */
export const HeartbeatAdvice = record("HeartbeatAdvice", "A schedule that fits the last runs better.", {
  kind: word(
    ["timeZone", "period"],
    "`timeZone`: the last runs are off by the same whole number of half hours, as if their host were in another time zone. `period`: the time between the last five runs differs from the schedule."
  ),
  offsetMinutes: countOrNull(
    "Time by which the last runs are off the schedule, or null. Minutes. Negative: early.",
    -60
  ),
  timeZones: texts("Time zones in which the last runs fit the schedule.", ["Europe/Berlin"]),
  every: countOrNull("The period that fits, or null. Seconds.", 3_600),
  message: text(
    "The advice in one sentence.",
    "The last runs began 60 minutes early. In Europe/Berlin, they fit the schedule."
  )
})
export interface HeartbeatAdvice extends Schema.Schema.Type<typeof HeartbeatAdvice> {}

/** The record of one heartbeat, with the advice about its schedule that follows from its pings. */
export const HeartbeatDetails = record("HeartbeatDetails", "A heartbeat.", {
  ...Heartbeat.fields,
  advice: orNull(HeartbeatAdvice, "A schedule that fits the last runs better, or null if the current one fits.")
})

/** The signals of a job. */
export const PingKind = Schema.Literals(["start", "success", "fail", "log", "ignored"])
export type PingKind = typeof PingKind.Type

/** A ping that a heartbeat received. */
export const HeartbeatPing = record("HeartbeatPing", "A ping that a heartbeat received.", {
  n: count("Number of the ping, starting at 1.", 412),
  receivedAt: time("Time at which Mon received the ping, ISO 8601 UTC."),
  kind: word(
    PingKind.literals,
    "What the job reported. `log` has no effect on the state. `ignored`: the filters ignored the ping."
  ),
  method: textOrNull("The method of the request, `email` for a ping by email, or null if it is not known.", "POST"),
  run: textOrNull("The id of the run, or null if the ping has none.", null),
  exitCode: countOrNull("The exit code of the job, or null if the ping has none.", 0),
  runtimeMs: numberOrNull("Time since the start of the run that the ping ended, or null. Milliseconds.", 52_300),
  bodyBytes: count("Size of the output that came with the ping. Bytes.", 0),
  client: textOrNull(
    "The `User-Agent` of the request, or `Email from` and the sender of an email, or null if it had none.",
    "curl/8.5.0"
  ),
  network: textOrNull("The network from which the ping came, or null if it is not known.", "192.0.2.0/24"),
  isNewNetwork: flag("Whether no earlier stored ping came from this network.", false)
})
export interface HeartbeatPing extends Schema.Schema.Type<typeof HeartbeatPing> {}

/** The ping key of an account, which is a part of ping URLs with slugs. */
export const PingKey = record("PingKey", "The key of an account for ping URLs with a slug.", {
  pingKey: text(
    "The key. Anyone who has it can send pings to all heartbeats in the account.",
    "0a1b2c3d4e5f6g7h8i9j0k"
  ),
  url: text("The ping URLs, with `<slug>` for the slug.", "https://mon.example.com/ping/0a1b2c3d4e5f6g7h8i9j0k/<slug>"),
  email: textOrNull(
    "The addresses for pings by email, with `<slug>` for the slug, or null if the service receives none.",
    "0a1b2c3d4e5f6g7h8i9j0k+<slug>@ping.mon.example.com"
  )
})

/** The output of the job that was sent with a ping. */
export const HeartbeatPingBody = record("HeartbeatPingBody", "The output that came with a ping.", {
  text: text(
    "The output. Bytes that are not UTF-8 are replaced. It can contain anything: show it as text.",
    "rsync: done\n"
  ),
  isCut: flag("Whether the start of the output was cut off.", false)
})
