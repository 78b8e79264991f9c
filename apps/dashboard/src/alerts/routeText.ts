import type { AlertRoute, RouteTarget, StepHours } from "@mon/model"
import type { RouteWords } from "./routes.en.ts"
import { ownValue } from "../words/ownValue.ts"

export interface RouteNames {
  readonly monitors: ReadonlyMap<string, string>
  readonly tags: ReadonlyMap<string, string>
  readonly channels: ReadonlyMap<string, string>
  /** The names of people, by membership id. */
  readonly people: ReadonlyMap<string, string>
  /** The names of on-call schedules, by id. */
  readonly schedules: ReadonlyMap<string, string>
}

const NAMES_SHOWN = 3

/** Returns a list of names for a sentence: the first names, and the number of remaining names. */
export const listed = (
  items: ReadonlyArray<string>,
  last: string,
  words: RouteWords,
  most: number = NAMES_SHOWN
): string => {
  if (items.length > most) return words.andMore(items.slice(0, most).join(", "), items.length - most)
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")}${last}${items.at(-1) ?? ""}`
}

const targetName = (target: RouteTarget, { channels, people, schedules }: RouteNames, words: RouteWords): string =>
  typeof target === "string"
    ? (ownValue(words.targets, target) ?? channels.get(target) ?? people.get(target) ?? words.gone)
    : words.onCall[target.who](schedules.get(target.schedule) ?? words.goneSchedule)

const WEEK = 7

/** Returns the hours of a step, such as "09:00 to 17:00, Mon, Tue (Europe/Berlin)". */
const hoursText = ({ days, end, start, timezone }: StepHours, words: RouteWords): string => {
  const names = days.length === WEEK ? words.everyDay : days.map((day) => words.days[day - 1] ?? "").join(", ")
  return words.hours(start, end, names, timezone)
}

const subjectOf = ({ monitorIds, scope, tagIds }: AlertRoute, { monitors, tags }: RouteNames, words: RouteWords) => {
  if (scope === "all") return words.anyMonitor
  const chosen = [
    ...monitorIds.flatMap((id) => monitors.get(id) ?? []),
    ...tagIds.flatMap((id) => tags.get(id) ?? []).map((name) => words.tagged(name))
  ]
  return chosen.length === 0 ? words.noMonitor : listed(chosen, words.or, words)
}

export const routeText = (
  route: AlertRoute,
  names: RouteNames,
  words: RouteWords,
  duration: (seconds: number) => string
): { readonly when: string; readonly parts: ReadonlyArray<string> } => {
  const { fallback, kinds, reminderMinutes, repeat, severities, steps } = route
  const event =
    kinds.length === 0
      ? words.anything
      : listed(
          kinds.map((kind) => words.events[kind]),
          words.or,
          words
        )
  const only =
    severities.length === 0
      ? ""
      : ` ${words.severityOnly(
          listed(
            severities.map((severity) => words.severities[severity]),
            words.or,
            words
          )
        )}`
  return {
    when: words.when(subjectOf(route, names, words), `${event}${only}`),
    parts: [
      ...steps.map(({ afterMinutes, hours, targets }) => {
        const who =
          listed(
            targets.map((target) => targetName(target, names, words)),
            words.and,
            words
          ) || words.nobody
        const sent = afterMinutes === 0 ? words.atOnce(who) : words.after(duration(afterMinutes * 60), who)
        return hours === null ? sent : `${sent} (${words.onlyIn(hoursText(hours, words))})`
      }),
      ...(repeat === null ? [] : [words.repeats(repeat.rounds, repeat.fromStep, duration(repeat.waitMinutes * 60))]),
      ...(fallback.length === 0
        ? []
        : [
            words.fallsBack(
              listed(
                fallback.map((target) => targetName(target, names, words)),
                words.and,
                words
              )
            )
          ]),
      ...(reminderMinutes === null ? [] : [words.every(duration(reminderMinutes * 60))])
    ]
  }
}
