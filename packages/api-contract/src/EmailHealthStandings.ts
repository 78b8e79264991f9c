import { described } from "@mon/model"
import * as Schema from "effect/Schema"

const { count, countOrNull, flag, id, record, text, textOrNull, time, timeOrNull, word, wordOrNull } = described

const Component = record("EmailHealthComponent", "The result of one component of the score.", {
  status: word(["ok", "warn", "fail", "unknown"], "Result of the component. `unknown` if DNS did not respond."),
  score: countOrNull("Score of the component from 0 to 100, or null if unknown.", 100),
  weight: count("Weight of the component in the total score. Percent.", 25),
  finding: textOrNull("Code of the most severe finding of the component, or null if there is none.", null)
})

const components = record("EmailHealthComponents", "The components of the score.", {
  mx: Component,
  spf: Component,
  dkim: Component,
  dmarc: Component,
  blacklist: Component
}).annotate({
  examples: [
    {
      mx: { status: "ok", score: 100, weight: 20, finding: null },
      spf: { status: "ok", score: 100, weight: 25, finding: null },
      dkim: { status: "fail", score: 0, weight: 20, finding: "dkim_none" },
      dmarc: { status: "warn", score: 80, weight: 25, finding: "dmarc_none" },
      blacklist: { status: "ok", score: 100, weight: 10, finding: null }
    }
  ]
})

const grade = wordOrNull(["A", "B", "C", "D", "F"], "Grade of the score, or null if there is no score.")
const incomplete = flag("Whether the result of a component is unknown because DNS did not respond.", false)

/** The newest email health result of a monitored domain. */
export const EmailHealthStanding = record("EmailHealthStanding", "The newest email health result of a domain.", {
  domainId: id("Id of the domain monitor."),
  name: text("Display name of the domain monitor.", "Shop"),
  domain: text("The checked domain in IDNA ASCII.", "example.com"),
  emailHealthEnabled: flag("Whether Mon checks the email health of the domain. If not, there is no result.", true),
  score: countOrNull("Score from 0 to 100, or null if there is no result.", 74),
  grade,
  incomplete,
  checkedAt: timeOrNull("Start time of the check, ISO 8601 UTC, or null if there is no result."),
  components: Schema.NullOr(components).annotate({
    description: "The components of the score, or null if there is no result."
  })
})
export type EmailHealthStanding = typeof EmailHealthStanding.Type

/** One result in the history of a domain. */
export const EmailHealthPoint = record("EmailHealthPoint", "An email health result of a domain.", {
  checkedAt: time("Start time of the check, ISO 8601 UTC."),
  score: countOrNull("Score from 0 to 100, or null if no component was known.", 74),
  grade,
  incomplete,
  rubricVersion: textOrNull(
    "Version of the scoring rules. Only compare scores that have the same version. Null for results of earlier releases.",
    "2026.11.2"
  ),
  components
})
export type EmailHealthPoint = typeof EmailHealthPoint.Type
