import type { AuditChange, AuditEntry } from "@mon/model"
import { useDeferredValue, useState } from "react"
import { useAccount } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { OlderRows } from "../ui/OlderRows.tsx"
import { Nothing } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { auditDe } from "./audit.de.ts"
import { auditEn, type AuditGroup } from "./audit.en.ts"
import { auditField } from "./auditFields.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type AuditFilters, auditQuery, useAuditLog } from "./auditQueries.ts"

const auditWords = { en: auditEn, de: auditDe } as const

const everything: AuditFilters = { action: "", email: "", since: "" }

const isGroup = (name: string): name is AuditGroup => Object.hasOwn(auditEn.groups, name)

const actionText = ({ groups, verbs }: typeof auditEn, action: string): string => {
  const [group = "", verb = ""] = action.split(".")
  const what = isGroup(group) ? groups[group] : group
  return `${what}: ${verbs[verb] ?? verb}`
}

const Changes = ({ action, changes }: { readonly action: string; readonly changes: ReadonlyArray<AuditChange> }) => {
  const words = useScreenWords(auditWords)
  const { words: common } = useLanguage()
  const cell = (value: string | null) =>
    value === null ? <span className={css["soft"]}>{words.nothing}</span> : <bdi>{value}</bdi>
  if (changes.length === 0) return null
  return (
    <details className={css["details"]}>
      <summary>{words.shown(changes.length)}</summary>
      <div className={css["scroll"]}>
        <table className={css["table"]}>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ after, before, field }) => (
              <tr key={field}>
                <th scope="row">{auditField(action, field, common)}</th>
                <td className={css["grow"]}>{cell(before)}</td>
                <td className={css["grow"]}>{cell(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const words = useScreenWords(auditWords)
  const { action, actor, address, at, changes, email, isFinished, keyName, userAgent } = entry
  const how = keyName === null ? words.actors[actor] : `${words.actors[actor]} ${keyName}`
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>{actionText(words, action)}</span>
          <span className={css["under"]}>
            <bdi>{email ?? how}</bdi>
            {email === null ? null : <bdi> · {how}</bdi>}
            {address === "" ? null : <bdi title={userAgent}> · {address}</bdi>}
          </span>
        </span>
        {isFinished ? null : (
          <span className={css["chip"]} data-state="fair">
            {words.unfinished}
          </span>
        )}
        <span className={css["small"]}>
          <Exact at={at} />
        </span>
      </div>
      <Changes action={action} changes={changes} />
    </li>
  )
}

export const AuditLog = () => {
  const { format } = useLanguage()
  const words = useScreenWords(auditWords)
  const account = useAccount().data
  const [filters, setFilters] = useState(everything)
  const chosen = useDeferredValue(filters)
  const manages = useManages()
  const query = useAuditLog(chosen, account === undefined || manages)
  const set = (changes: Partial<AuditFilters>) => setFilters({ ...filters, ...changes })
  if (account !== undefined && !manages) return <p>{words.ownerOnly}</p>
  const parameters = auditQuery(filters)
  const groups = Object.keys(words.groups).filter(isGroup)
  return (
    <div className={css["stack"]}>
      <p className={css["small"]}>
        {account === undefined ? "…" : words.hint(account.limits.auditLogDays, format.zone)}
      </p>
      <div className={css["bar"]}>
        <select
          aria-label={words.group}
          value={filters.action}
          onChange={({ target }) => set({ action: target.value })}
        >
          <option value="">{words.all}</option>
          {groups.map((group) => (
            <option key={group} value={group}>
              {words.groups[group]}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={words.email}
          placeholder={words.email}
          value={filters.email}
          onChange={({ target }) => set({ email: target.value })}
        />
        <label className={css["row"]}>
          {words.since}
          <input type="date" value={filters.since} onChange={({ target }) => set({ since: target.value })} />
        </label>
        <span className={css["actions"]}>
          <Curl path={`/audit${parameters === "" ? "" : `?${parameters}`}`} />
          <a href={`/api/v1/audit/export${parameters === "" ? "" : `?${parameters}`}`} download>
            {words.csv}
          </a>
        </span>
      </div>
      <Loaded query={query}>
        {({ pages }) =>
          pages.flat().length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <>
              <ul className={css["list"]}>
                {pages.flat().map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              <OlderRows query={query} label={words.more} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
