import { causeText } from "../monitors/causeText.ts"
import { Link } from "wouter"
import { useIncidents, useMonitorPaths } from "../api/queries.ts"
import { Curl } from "../ui/Curl.tsx"
import { IncidentMark } from "../ui/StateMark.tsx"
import { Ago, Lasted } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { episodesOf } from "./episodes.ts"
import css from "./Incident.module.css"
import { SourceAlertGroups } from "./SourceAlertGroups.tsx"
import { incidentListDe } from "./incidentList.de.ts"
import { incidentListEn } from "./incidentList.en.ts"
import { ownValue } from "../words/ownValue.ts"

const incidentListWords = { en: incidentListEn, de: incidentListDe } as const

const Acknowledged = ({ by }: { readonly by: string | null }) => {
  const { words } = useLanguage()
  const name = ownValue(words.incident.channels, by ?? "") ?? by ?? words.incident.unknownPerson
  return (
    <bdi>
      {" · "}
      {words.why.acknowledgedBy(name)}
    </bdi>
  )
}

const IncidentList = () => {
  const { format, words } = useLanguage()
  const { data, error, refetch } = useIncidents()
  const pathOf = useMonitorPaths()
  const text = useScreenWords(incidentListWords)
  const { columns } = text
  const open = data?.filter(({ status }) => status === "open") ?? []
  const resolved = data?.filter(({ status }) => status === "resolved") ?? []
  return (
    <>
      <title>{`${text.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{text.title}</h1>
        <span className={css["actions"]}>
          <Curl path="/incidents?limit=50" />
        </span>
      </header>
      <SourceAlertGroups />
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} />
      ) : data.length === 0 ? (
        <div className={css["none"]}>
          <h2>{text.none}</h2>
          <p>{text.noneHint}</p>
        </div>
      ) : (
        [
          [text.open, open],
          [text.resolved, resolved]
        ].map(([title, incidents]) =>
          typeof incidents === "string" || typeof title !== "string" || incidents?.length === 0 ? null : (
            <section key={title} className={css["group"]}>
              <h2>{title}</h2>
              <p className={`${css["row"]} ${css["heads"]}`} aria-hidden>
                <span />
                {[columns.monitor, columns.cause, columns.lasted, columns.began].map((column) => (
                  <span key={column}>{column}</span>
                ))}
              </p>
              <ul>
                {episodesOf(incidents ?? []).map(([incident, ...older]) => (
                  <li key={incident.id} className={css["row"]}>
                    <IncidentMark incident={incident} />
                    <Link
                      href={older.length === 0 ? `/incidents/${incident.id}` : `${pathOf(incident.domainId)}/incidents`}
                    >
                      <bdi>{incident.domainName}</bdi>
                    </Link>
                    <span className={css["soft"]}>
                      {older.length === 0 ? "" : `${words.overview.incidents(older.length + 1)} · `}
                      {incident.triggerError === null ? "" : causeText(words, incident.triggerError)}
                      {incident.acknowledgement === null ? null : (
                        <Acknowledged by={incident.acknowledgement.by ?? incident.acknowledgement.channel} />
                      )}
                    </span>
                    <span title={columns.lasted}>
                      {older.length === 0 ? (
                        <Lasted from={incident.startedAt} until={incident.resolvedAt} />
                      ) : (
                        format.seconds([incident, ...older].reduce((sum, one) => sum + one.durationSeconds, 0))
                      )}
                    </span>
                    <span className={css["soft"]}>
                      <Ago at={incident.startedAt} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      )}
    </>
  )
}

export default IncidentList
