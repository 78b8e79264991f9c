import { type AutomaticText, StatusPosts } from "@mon/core-store"
import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inBatches } from "./inBatches.ts"
import { startPeriodicTasks } from "./periodicTasks.ts"
import { WorkerTimings } from "./WorkerTimings.ts"

const PAGES_AT_ONCE = 50
const POSTS_AT_ONCE = 100

interface Words {
  readonly and: string
  readonly title: (names: string) => string
  readonly investigating: (names: string) => string
  readonly resolved: string
  readonly in_progress: string
  readonly completed: string
}

const languages: Readonly<Record<Language, Words>> = {
  en: {
    and: " and ",
    title: (names) => `Problem with ${names}`,
    investigating: (names) => `Our monitoring found a problem with ${names}. We are investigating.`,
    resolved: "Our monitoring reports that everything works again.",
    in_progress: "The planned maintenance has begun.",
    completed: "The planned maintenance is completed."
  },
  de: {
    and: " und ",
    title: (names) => `Störung: ${names}`,
    investigating: (names) => `Unsere Überwachung meldet eine Störung: ${names}. Wir untersuchen die Ursache.`,
    resolved: "Unsere Überwachung meldet, dass alles wieder funktioniert.",
    in_progress: "Die geplante Wartung hat begonnen.",
    completed: "Die geplante Wartung ist abgeschlossen."
  }
}

const listOf = (names: ReadonlyArray<string>, and: string): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")}${and}${names.at(-1)}`

/** The longest title of a post. */
const TITLE_LENGTH = 150

/** What Mon posts by itself, in the language of the page. Names of components are those of the page. */
export const automaticText = ({ components, language, state }: AutomaticText) => {
  const words = languages[language]
  const names = listOf(components, words.and)
  const title = words.title(names)
  const isPlain = state === "resolved" || state === "in_progress" || state === "completed"
  return {
    title: title.length > TITLE_LENGTH ? words.title(String(components[0])).slice(0, TITLE_LENGTH) : title,
    body: isPlain ? words[state] : words.investigating(names)
  }
}

/** Posts of status pages that follow incidents of monitors, and planned maintenance that moves by itself. */
export const layerStatusPageTasks: Layer.Layer<never, never, StatusPosts> = Layer.effectDiscard(
  Effect.gen(function* () {
    const posts = yield* StatusPosts
    const { maintenanceMs } = yield* WorkerTimings
    yield* startPeriodicTasks([
      {
        name: "posting incidents on status pages",
        everyMs: maintenanceMs,
        run: inBatches(posts.followIncidents(automaticText, PAGES_AT_ONCE), PAGES_AT_ONCE)
      },
      {
        name: "moving planned maintenance of status pages",
        everyMs: maintenanceMs,
        run: inBatches(posts.moveMaintenance(automaticText, POSTS_AT_ONCE), POSTS_AT_ONCE)
      }
    ])
  })
)
