import type { Records } from "@mon/api-contract/plain"
import type { ConfigDocument } from "@mon/api-contract/config-file"
import type { Paint } from "../screen/paint.ts"
import { shownText } from "../screen/shownText.ts"
import { faultText } from "./configFile.ts"

type Plan = Records["ConfigPlan"]

interface Shown {
  readonly file: string
  readonly document: ConfigDocument | null
  readonly paint: Paint
}

const LONGEST_VALUE = 200

const valueText = (value: unknown): string => {
  const text = shownText(JSON.stringify(value) ?? "null")
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

const nameOf = ({ key, section }: { readonly key: string; readonly section: string }): string =>
  shownText(`${section}.${key}`)

const placeOf = (file: string, line: number | null): string => (line === null ? "" : `  ${shownText(file)}:${line}`)

/** Returns the fields that the file sets. All other fields have their defaults. */
const givenFields = (document: ConfigDocument | null, { fields, key, section }: Plan["create"][number]) => {
  const entries: Readonly<Record<string, object>> = document?.[section] ?? {}
  const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
  const names = entry === undefined ? ["url", "name", "kind"] : Object.keys(entry)
  return names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]] as const] : []))
}

const creationLines = (plan: Plan, { document, file, paint }: Shown): ReadonlyArray<string> =>
  plan.create.flatMap((created) => [
    `${paint("green", `+ ${nameOf(created)}`)}${created.replaces ? " (replacing what is deleted)" : ""}${paint("gray", placeOf(file, created.line))}`,
    ...givenFields(document, created).map(([field, value]) => `    ${shownText(field)}: ${valueText(value)}`)
  ])

const updateLines = (plan: Plan, { file, paint }: Shown): ReadonlyArray<string> =>
  plan.update.flatMap((updated) => [
    `${paint("yellow", `~ ${nameOf(updated)}`)}${paint("gray", placeOf(file, updated.line))}`,
    ...updated.changes.flatMap(({ field, from, to }) => [
      `    ${shownText(field)}: ${paint("red", valueText(from))} -> ${paint("green", valueText(to))}`
    ])
  ])

const deletionLines = (plan: Plan, { paint }: Shown): ReadonlyArray<string> =>
  plan.delete.map(
    (deleted) =>
      `${paint("red", `- ${nameOf(deleted)}`)} (${shownText(deleted.name)})${deleted.replaced ? " for a new one" : ""}`
  )

const otherLines = (plan: Plan, { paint }: Shown): ReadonlyArray<string> => [
  ...plan.adopt.map(
    (adopted) =>
      `= ${nameOf(adopted)} exists already${adopted.earlierKey === null ? "" : ` as ${shownText(adopted.earlierKey)}`}`
  ),
  ...plan.kept.map(({ name, ...kept }) => `= ${nameOf(kept)} exists already as ${shownText(name)} and stays as it is`),
  ...(plan.routeOrder === null
    ? []
    : [`${paint("yellow", "~ order of routes")}: ${plan.routeOrder.to.map(shownText).join(", ")}`]),
  ...plan.drift.map(
    (drift) =>
      `! ${nameOf(drift)} ${shownText(drift.field)} was changed elsewhere: ${valueText(drift.applied)} -> ${valueText(drift.current)}`
  )
]

const receiverLines = (plan: Plan, { paint }: Shown): ReadonlyArray<string> =>
  plan.receivers.map(({ message }) => paint("red", `! ${shownText(message)}`))

const refusalLines = (plan: Plan, { file, paint }: Shown): ReadonlyArray<string> =>
  plan.refused.map(
    ({ column, line, message, path }) =>
      `${paint("red", `${shownText(file)}:${line ?? 1}:${column ?? 1}:`)} ${faultText({ path, message })}`
  )

const summaryOf = (plan: Plan): string => {
  const counts = [
    [plan.create.length, "to create"],
    [plan.update.length + (plan.routeOrder === null ? 0 : 1), "to change"],
    [plan.delete.length, "to delete"],
    [plan.adopt.length, "to adopt"],
    [plan.kept.length, "there already"]
  ] as const
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const left = plan.unmanaged.length
  const others =
    left === 0
      ? ""
      : ` ${left === 1 ? "1 object" : `${left} objects`} in the account ${left === 1 ? "is" : "are"} not in any file.`
  return `${shown.length === 0 ? "Nothing to do." : `${shown.join(", ")}.`}${others}`
}

/**
 * Returns whether a plan changes anything. An adoption counts as a change, because it changes the owner of an object.
 */
export const hasChanges = ({ adopt, changes }: Plan): boolean => changes > 0 || adopt.length > 0

export const planLines = (plan: Plan, shown: Shown): ReadonlyArray<string> => {
  if (plan.refused.length > 0)
    return [...refusalLines(plan, shown), "", `The service rejects the file: ${plan.refused.length} to correct.`]
  const lines = [
    ...creationLines(plan, shown),
    ...updateLines(plan, shown),
    ...deletionLines(plan, shown),
    ...otherLines(plan, shown),
    ...receiverLines(plan, shown)
  ]
  return [...lines, ...(lines.length === 0 ? [] : [""]), summaryOf(plan)]
}
