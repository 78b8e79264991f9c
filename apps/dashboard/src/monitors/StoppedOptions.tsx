import type { StoppedOption } from "@mon/model"
import css from "./Monitor.module.css"
import { useLanguage } from "../words/language.ts"

/** What has no effect about a monitor at the moment, and why. */
export const StoppedOptions = ({ stopped }: { readonly stopped: ReadonlyArray<StoppedOption> }) => {
  const { words } = useLanguage()
  return stopped.map(({ message, option, reason }) => (
    <p key={option} className={css["notice"]} role="status">
      {words.stopped[`${option}.${reason}`] ?? message}
    </p>
  ))
}
