import { useState } from "react"
import type { KindWithHistory } from "../api/kindEndpoints.ts"
import { useHistory } from "../api/monitorQueries.ts"
import { Button } from "../ui/Button.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { CheckMark } from "../ui/StateMark.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Monitor.module.css"
import { namesLocations } from "./namesLocations.ts"
import { phasesOf } from "./phasesOf.ts"

/** The number of rows that are shown at first. A day has up to 1,440 checks. */
const ROWS = 100

/** Shows the checks of the last 24 hours. Only checks of domains have an HTTP status. */
export const Checks = ({ id, kind = "domain" }: { readonly id: string; readonly kind?: KindWithHistory }) => {
  const { format, words } = useLanguage()
  const [onlyFailed, setOnlyFailed] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useHistory(kind, id)
  if (data === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  const shown = onlyFailed ? data.filter(({ status }) => status === "down") : data
  const rows = isWhole ? shown : shown.slice(0, ROWS)
  const isFromSeveral = namesLocations(data)
  const ms = (value: number | null) => (value === null ? "–" : format.number(Math.round(value)))
  return (
    <div>
      <header className={css["head"]}>
        <h2 id="checks">{words.checks.title}</h2>
        <label>
          <input type="checkbox" checked={onlyFailed} onChange={() => setOnlyFailed(!onlyFailed)} />{" "}
          {words.checks.onlyFailed}
        </label>
      </header>
      {shown.length === 0 ? (
        <p className={css["soft"]}>{onlyFailed ? words.checks.noneFailed : words.checks.none}</p>
      ) : (
        <div className={css["scroll"]} role="region" aria-labelledby="checks" tabIndex={0}>
          <table className={css["checks"]} aria-labelledby="checks">
            <thead>
              <tr>
                <th scope="col">
                  {words.checks.time} ({format.zone})
                </th>
                <th scope="col">{words.checks.result}</th>
                {kind === "domain" ? <th scope="col">{words.checks.status}</th> : null}
                <th scope="col">{words.checks.duration}</th>
                <th scope="col">{words.checks.phases}</th>
                {isFromSeveral ? <th scope="col">{words.checks.location}</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((check) => (
                <tr key={check.id}>
                  <td>{format.dateTime(Date.parse(check.checkedAt))}</td>
                  <td>
                    <CheckMark status={check.status} />{" "}
                    {check.error === null
                      ? check.status === "unknown"
                        ? words.checks.unmade
                        : words.state[check.status]
                      : (words.fault[check.error.code] ?? check.error.code)}
                    {check.error === null ? null : (
                      <span className={css["under"]}>
                        <ServiceMessage message={check.error.message} />
                      </span>
                    )}
                  </td>
                  {kind === "domain" ? <td>{check.statusCode ?? "–"}</td> : null}
                  <td>{check.responseTimeMs === null ? "–" : format.milliseconds(check.responseTimeMs)}</td>
                  <td>{phasesOf(check.timings, ms)}</td>
                  {isFromSeveral ? <td>{check.location}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === shown.length ? null : (
        <p className={css["rest"]}>
          <Button onClick={() => setWhole(true)}>{words.checks.all(format.number(shown.length))}</Button>
        </p>
      )}
    </div>
  )
}
