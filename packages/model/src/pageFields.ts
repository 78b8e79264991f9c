import { dependencyFields } from "./dependencyFields.ts"
import { field } from "./Field.ts"
import { part } from "./Part.ts"
import { requestFields } from "./requestFields.ts"
import { defaultsOf, type InputsOf, type MonitorFields, type SettingsOf } from "./MonitorField.ts"

const selector = part.text({
  about: "A CSS selector for HTML and XML, or a JSONPath (RFC 9535) for JSON.",
  example: "#price",
  maximum: 500
})

const ignoreCase = part.optional(
  part.flag({ about: "Whether to ignore the difference between upper and lower case. Default: no." })
)

const sought = (about: string, example: string, maximum = 200) => part.text({ about, example, maximum })

const ignoredLine = part.choice(
  [
    part.object(
      { text: sought("Text that the lines contain.", "visitors"), ignoreCase },
      { about: "Lines that contain text." }
    ),
    part.object(
      { matches: sought("A pattern that the lines match, without lookarounds.", "^Visitors: \\d+$", 500), ignoreCase },
      { about: "Lines that match a pattern." }
    )
  ],
  { name: "IgnoredLine", about: "Lines to ignore." }
)

const trigger = part.choice(
  [
    part.object(
      { appears: sought("Text that was not on the page before.", "In stock"), ignoreCase },
      { about: "Text appears." }
    ),
    part.object(
      { disappears: sought("Text that is no longer on the page.", "Sold out"), ignoreCase },
      { about: "Text disappears." }
    )
  ],
  { name: "PageTrigger", about: "The text that must appear or disappear." }
)

const minimumChange = part.choice(
  [
    part.object(
      {
        lines: part.number({
          about: "Changed lines. A line that replaces another counts once.",
          example: 3,
          minimum: 1,
          maximum: 100_000
        })
      },
      { about: "A number of lines." }
    ),
    part.object(
      {
        percent: part.number({
          about: "Percentage of the characters on the page.",
          example: 5,
          minimum: 1,
          maximum: 100
        })
      },
      { about: "A percentage of the page." }
    )
  ],
  { name: "MinimumChange", about: "The smallest change that counts." }
)

/**
 * The settable fields of a page, in the order in which requests are checked. They are used in the same way as
 * `domainFields`.
 */
export const pageFields = {
  name: field.text("name", { about: "Display name.", example: "Pricing", maximum: 200, column: "name" }),
  checkInterval: field.seconds("checkInterval", {
    about: "Time between two checks.",
    rule: "The value must be at least the plan's minimum.",
    example: 86_400,
    minimum: 60,
    maximum: 2_592_000,
    default: 86_400,
    column: "check_interval_seconds",
    inSchedule: true
  }),
  timeoutSeconds: field.seconds("timeoutSeconds", {
    about: "Maximum time to fetch the page.",
    example: 30,
    minimum: 5,
    maximum: 30,
    default: 30,
    column: "timeout_seconds",
    inSchedule: true
  }),
  screenshotEnabled: field.flag("screenshotEnabled", {
    about: "Whether each check takes a screenshot.",
    example: true,
    default: true,
    column: "screenshot_enabled"
  }),
  screenshotWaitMs: field.milliseconds("screenshotWaitMs", {
    about: "Time between loading the page and taking the screenshot.",
    example: 2_000,
    minimum: 0,
    maximum: 30_000,
    default: 2_000,
    column: "screenshot_wait_ms"
  }),
  ...requestFields,
  include: field.value("include", part.list(selector, { about: "Parts of the page.", maximum: 20 }), {
    about: "The parts of the page to compare. Empty: the whole page.",
    rule: "CSS selectors for HTML and XML, JSONPath for JSON.",
    example: ["#price"],
    default: [],
    column: "page_include"
  }),
  exclude: field.value("exclude", part.list(selector, { about: "Parts of the page.", maximum: 20 }), {
    about: "The parts of the page to ignore. They can be inside the parts to compare.",
    rule: "CSS selectors for HTML and XML, JSONPath for JSON.",
    example: [".related-products"],
    default: [],
    column: "page_exclude"
  }),
  ignoreLines: field.value("ignoreLines", part.list(ignoredLine, { about: "Lines to ignore.", maximum: 50 }), {
    about: "Lines to ignore: lines that contain a text or match a pattern.",
    example: [{ matches: "^Visitors: \\d+$" }],
    default: [],
    column: "ignore_lines"
  }),
  trigger: field.value("trigger", trigger, {
    about: "Announce a change only if this text appears or disappears.",
    example: { appears: "In stock" },
    default: null,
    column: "change_trigger"
  }),
  onlyLines: field.value(
    "onlyLines",
    part.word(["added", "removed"], {
      about: "Lines that only the new version has, or lines that only the old version has."
    }),
    {
      about:
        "Announce a change only if lines were added, or only if lines were removed. Lines that moved do not count.",
      example: "added",
      default: null,
      column: "only_lines"
    }
  ),
  minimumChange: field.value("minimumChange", minimumChange, {
    about:
      "Announce a change only if it is at least this large. Smaller changes accumulate until together they reach this size.",
    example: { lines: 3 },
    default: null,
    column: "minimum_change"
  }),
  render: field.flag("render", {
    about: "Whether a browser runs the page's scripts before Mon compares the page. Not available on the Free plan.",
    example: false,
    default: false,
    column: "render_page"
  }),
  ...dependencyFields
} as const satisfies MonitorFields

export const newPageTexts = {
  about: "A page to monitor.",
  url: {
    about:
      "The page to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the fragment.",
    example: "https://example.com/pricing"
  }
} as const

/** The values of the settable fields of a page. */
export type PageSettings = SettingsOf<typeof pageFields>

/** The settings that define which parts and which changes of a page count. */
export type PageRules = Pick<
  PageSettings,
  "include" | "exclude" | "ignoreLines" | "trigger" | "onlyLines" | "minimumChange"
>

/** The values of the settable fields of a page in requests. */
export type PageInputs = InputsOf<typeof pageFields>

/** The default settings of a new page. The shortest interval of the plan may be longer than the default interval. */
export const pageDefaults = defaultsOf(pageFields)
