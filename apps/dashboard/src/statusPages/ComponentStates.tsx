import type { ChosenComponentState, StatusPage, StatusPageComponent } from "@mon/model"
import { useId } from "react"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { rereadStatusPages, statusPageEndpoints } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

/** The states that a person can set by hand. */
export const chosenStates: ReadonlyArray<ChosenComponentState> = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance"
]

export const chosenState = (value: string): ChosenComponentState | null =>
  chosenStates.find((state) => state === value) ?? null

const Row = ({ component, pageId }: { readonly pageId: string; readonly component: StatusPageComponent }) => {
  const words = useScreenWords(statusPagesWords)
  const sentence = useSentence()
  const id = useId()
  const { id: componentId, name, override, state } = component
  const set = async (value: string) => {
    try {
      const page = await statusPageEndpoints.override(pageId, componentId, chosenState(value))
      await rereadStatusPages()
      notify(words.saved(page.name))
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <li className={screen["row"]}>
      <label htmlFor={id} className={screen["grow"]}>
        <bdi className={screen["strong"]}>{name}</bdi>
        {override === null ? null : (
          <span className={screen["under"]}>
            {words.overriddenBy(override.by ?? words.somebody)} · <Exact at={override.at} />
          </span>
        )}
      </label>
      <select
        id={id}
        className={screen["select"]}
        aria-label={words.stateOf(name)}
        value={override?.state ?? ""}
        onChange={({ target }) => void set(target.value)}
      >
        <option value="">{override === null ? words.follow(words.states[state]) : words.automaticState}</option>
        {chosenStates.map((one) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </select>
    </li>
  )
}

export const ComponentStates = ({ page }: { readonly page: StatusPage }) => {
  const words = useScreenWords(statusPagesWords)
  if (page.components.length === 0) return null
  return (
    <section className={css["states"]} aria-labelledby="states-title">
      <h2 id="states-title">{words.statesTitle}</h2>
      <p className={screen["small"]}>{words.statesHint}</p>
      <ul className={screen["list"]}>
        {page.components.map((component) => (
          <Row key={component.id} pageId={page.id} component={component} />
        ))}
      </ul>
    </section>
  )
}
