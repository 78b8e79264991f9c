import type { Heartbeat, HeartbeatPing } from "@mon/model"
import { useState } from "react"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Heartbeat.module.css"
import { usePingBody, usePings } from "./heartbeatQueries.ts"
import { useRuntime } from "./RunBars.tsx"
import { useHeartbeatWords } from "./useHeartbeatWords.ts"

/** The colour of the mark for each kind of signal. */
const tones = { start: undefined, success: "good", fail: "bad", log: undefined, ignored: undefined } as const

const STORED = 100

/** Shows the output that came with a ping once a person asks for it. It can contain anything, so it is only text. */
const Output = ({ id, ping: { bodyBytes, n } }: { readonly id: string; readonly ping: HeartbeatPing }) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().pings
  const [isOpen, setOpen] = useState(false)
  const query = usePingBody(id, n, isOpen)
  const size = `${format.number(bodyBytes)} B`
  return (
    <details className={screen["details"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.output} ({size})
      </summary>
      {isOpen ? (
        <Loaded query={query} rows={1}>
          {({ isCut, text }) => (
            <>
              {isCut ? <p className={screen["small"]}>{words.cut}</p> : null}
              <pre className={`${screen["code"]} ${css["output"]}`} tabIndex={0} aria-label={words.show(n, size)}>
                {text === "" ? words.empty : text}
              </pre>
            </>
          )}
        </Loaded>
      ) : null}
    </details>
  )
}

const Row = ({ id, ping }: { readonly id: string; readonly ping: HeartbeatPing }) => {
  const words = useHeartbeatWords().pings
  const runtime = useRuntime()
  const { bodyBytes, client, exitCode, isNewNetwork, kind, method, n, network, receivedAt, run, runtimeMs } = ping
  return (
    <tr>
      <td>{n}</td>
      <td>
        <Exact at={receivedAt} />
      </td>
      <td>
        <span className={screen["chip"]} data-state={tones[kind]}>
          {words.kinds[kind]}
        </span>
        {run === null ? null : <span className={screen["under"]}>{words.run(run)}</span>}
        {bodyBytes === 0 ? null : <Output id={id} ping={ping} />}
      </td>
      <td className={screen["number"]}>{runtimeMs === null ? "–" : runtime(runtimeMs)}</td>
      <td className={screen["number"]}>{exitCode ?? "–"}</td>
      <td>
        <bdi>{client ?? "–"}</bdi>
        {kind === "ignored" && method !== null ? <span className={screen["under"]}>{method}</span> : null}
        {network === null ? null : (
          <span className={screen["under"]}>
            {network}
            {isNewNetwork ? ` · ${words.newNetwork}` : ""}
          </span>
        )}
      </td>
    </tr>
  )
}

/** Shows the stored pings of a heartbeat, newest first. */
export const Pings = ({ record: { id } }: { readonly record: Heartbeat }) => {
  const { format } = useLanguage()
  const words = useHeartbeatWords().pings
  const query = usePings(id)
  const { columns } = words
  return (
    <Loaded query={query}>
      {(pings) =>
        pings.length === 0 ? (
          <Nothing title={words.none} hint={words.noneHint} />
        ) : (
          <>
            <p className={`${css["soft"]} ${css["note"]}`}>
              {words.kept(format.number(STORED))} {format.zone}
            </p>
            <div className={screen["scroll"]} tabIndex={0} role="group" aria-label={words.tab}>
              <table className={screen["table"]} aria-label={words.tab}>
                <thead>
                  <tr>
                    <th scope="col">{columns.n}</th>
                    <th scope="col">{columns.time}</th>
                    <th scope="col">{columns.kind}</th>
                    <th scope="col" className={screen["number"]}>
                      {columns.runtime}
                    </th>
                    <th scope="col" className={screen["number"]}>
                      {columns.exit}
                    </th>
                    <th scope="col">{columns.client}</th>
                  </tr>
                </thead>
                <tbody>
                  {pings.map((ping) => (
                    <Row key={ping.n} id={id} ping={ping} />
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )
      }
    </Loaded>
  )
}
