import type { SourceIncident } from "@mon/model"
import { Link } from "wouter"
import { Ago, Lasted } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./SourceAlerts.module.css"
import { SourceAlertMark } from "./SourceAlertMark.tsx"
import { sourceIncidentPath } from "./sourceIncidentPath.ts"
import { sourcesWords } from "./sourcesWords.ts"

export const SourceAlertLink = ({ incident: { id, title } }: { readonly incident: SourceIncident }) => (
  <Link href={sourceIncidentPath(id)}>
    <bdi>{title}</bdi>
  </Link>
)

/** Shows the source of an alert, and who has acknowledged the alert. */
export const SourceAlertNote = ({
  incident: { acknowledgement, sourceName }
}: {
  readonly incident: SourceIncident
}) => {
  const { words } = useLanguage()
  return (
    <span className={css["soft"]}>
      <bdi>{sourceName}</bdi>
      {acknowledgement === null ? null : (
        <bdi>
          {" · "}
          {words.why.acknowledgedBy(acknowledgement.by ?? acknowledgement.channel ?? words.incident.unknownPerson)}
        </bdi>
      )}
    </span>
  )
}

/** Shows alerts of other tools, one per row, in the columns of the list of incidents. */
export const SourceAlertRows = ({ incidents }: { readonly incidents: ReadonlyArray<SourceIncident> }) => {
  const { columns } = useScreenWords(sourcesWords)
  return (
    <>
      <p className={`${css["row"]} ${css["heads"]}`} aria-hidden>
        <span />
        {[columns.title, columns.source, columns.lasted, columns.began].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </p>
      <ul className={css["list"]}>
        {incidents.map((incident) => (
          <li key={incident.id} className={css["row"]}>
            <SourceAlertMark incident={incident} />
            <SourceAlertLink incident={incident} />
            <SourceAlertNote incident={incident} />
            <span title={columns.lasted}>
              <Lasted from={incident.startedAt} until={incident.resolvedAt} />
            </span>
            <span className={css["soft"]}>
              <Ago at={incident.startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
