import type { StoppedOption } from "@mon/model"
import css from "./Monitor.module.css"
import { useLanguage } from "../words/language.ts"

/** Shows the options of a monitor that currently have no effect, each with the reason. */
export const StoppedOptions = ({ stopped }: { readonly stopped: ReadonlyArray<StoppedOption> }) => {
  const { words } = useLanguage()
  return stopped.map(({ message, option, reason }) => (
    <p key={option} className={css["notice"]} role="status">
      {words.stopped[`${option}.${reason}`] ?? message}
    </p>
  ))
}
