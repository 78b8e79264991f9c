import type { Incident } from "@mon/model"
import { Link } from "wouter"
import { useIncidents } from "../api/queries.ts"
import { flappingOf, onceEach } from "../incident/flapping.ts"
import { Card } from "../ui/Card.tsx"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Overview.module.css"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LISTED = 5

const endOf = ({ resolvedAt }: Incident, now: number): number => (resolvedAt === null ? now : Date.parse(resolvedAt))

/** The incidents of the last 24 hours on one line. */
export const DayStrip = () => {
  const { format, words } = useLanguage()
  const now = useNow(MINUTE_MS) + MINUTE_MS
  const { data } = useIncidents()
  if (data === undefined) return null
  const recent = data.filter((incident) => endOf(incident, now) > now - DAY_MS)
  const flapping = flappingOf(data, now)
  const share = (ms: number) => (Math.max(0, Math.min(DAY_MS, ms - (now - DAY_MS))) / DAY_MS) * 100
  return (
    <Card title={words.overview.day}>
      {recent.length === 0 ? (
        <p className={css["soft"]}>{words.overview.noIncidents}</p>
      ) : (
        <>
          <svg className={css["strip"]} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
            <rect width="100" height="6" className={css["ground"]} />
            {recent.map((incident) => {
              const from = share(Date.parse(incident.startedAt))
              return (
                <rect
                  key={incident.id}
                  x={from}
                  width={Math.max(0.6, share(endOf(incident, now)) - from)}
                  height="6"
                  className={css["down"]}
                />
              )
            })}
          </svg>
          <ul className={css["ends"]}>
            {onceEach(recent, flapping)
              .slice(0, LISTED)
              .map((incident) => {
                const { domainId, domainName, durationSeconds, id, startedAt, status } = incident
                const changes = flapping.get(domainId)
                return (
                  <li key={id}>
                    <span className={css["soft"]}>{format.recent(Date.parse(startedAt), now)}</span>
                    <Link href={changes === undefined ? `/incidents/${id}` : `/domains/${domainId}/incidents`}>
                      <bdi>{domainName}</bdi>
                    </Link>
                    <span
                      className={status === "open" ? css["bad"] : changes === undefined ? css["soft"] : css["fair"]}
                    >
                      {changes === undefined ? format.seconds(durationSeconds) : words.overview.flaps(changes)}
                    </span>
                  </li>
                )
              })}
          </ul>
        </>
      )}
    </Card>
  )
}
