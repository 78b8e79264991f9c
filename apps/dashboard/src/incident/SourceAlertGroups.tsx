import { useState } from "react"
import { SourceAlertRows } from "../alerts/SourceAlertRows.tsx"
import { useSourceIncidents } from "../alerts/sourceQueries.ts"
import { sourcesWords } from "../alerts/sourcesWords.ts"
import { useManages } from "../api/rank.ts"
import { Loaded } from "../ui/Loaded.tsx"
import { OlderRows } from "../ui/OlderRows.tsx"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Incident.module.css"

const Ended = () => {
  const words = useScreenWords(sourcesWords)
  const [isOpen, setOpen] = useState(false)
  const query = useSourceIncidents("resolved", isOpen)
  return (
    <details className={screen["details"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.ended}</summary>
      {isOpen ? (
        <Loaded query={query} rows={2}>
          {({ pages }) =>
            pages.flat().length === 0 ? (
              <p className={css["soft"]}>{words.noneEnded}</p>
            ) : (
              <SourceAlertRows incidents={pages.flat()} />
            )
          }
        </Loaded>
      ) : null}
      {isOpen ? <OlderRows label={words.older} query={query} /> : null}
    </details>
  )
}

/**
 * Shows the open alerts of other tools. The owner and admins can also see alerts that are over, which the API does not
 * list for members.
 */
export const SourceAlertGroups = () => {
  const words = useScreenWords(sourcesWords)
  const manages = useManages()
  const query = useSourceIncidents("open")
  const open = query.data?.pages.flat()
  // A member without such alerts does not know the other tools, so that the heading would only confuse.
  if (open === undefined || (open.length === 0 && !manages)) return null
  return (
    <section className={css["group"]}>
      <h2>{words.title}</h2>
      {open.length === 0 ? <p className={css["soft"]}>{words.noneOpen}</p> : <SourceAlertRows incidents={open} />}
      <OlderRows label={words.older} query={query} />
      {manages ? <Ended /> : null}
    </section>
  )
}
