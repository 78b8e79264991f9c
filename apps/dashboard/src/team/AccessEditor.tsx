import { monitorKinds } from "@mon/model/facts"
import { useMemo, useState } from "react"
import { kindNames } from "../api/generalKinds.ts"
import type { Monitor } from "../api/monitors.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { type Access, commonRight, monitorsByTag, type Right, rights, shownTo, withRight } from "./access.ts"
import css from "./AccessEditor.module.css"

/** The largest number of monitors of one kind that are listed. The filter finds all other monitors. */
const SHOWN = 100

const RightSelect = ({
  isViewer,
  label,
  onChange,
  right
}: {
  readonly label: string
  readonly isViewer: boolean
  /** The right over the selected monitors. Null: their rights differ. */
  readonly right: Right | null
  readonly onChange: (right: Right) => void
}) => {
  const words = useAccountWords().team
  return (
    <select
      aria-label={words.rightOf(label)}
      value={right ?? ""}
      onChange={({ target }) => onChange(rights.find((one) => one === target.value) ?? "none")}
    >
      {right === null ? (
        <option value="" disabled>
          {words.rights.mixed}
        </option>
      ) : null}
      {rights
        .filter((one) => !isViewer || one !== "write")
        .map((one) => (
          <option key={one} value={one}>
            {words.rights[one]}
          </option>
        ))}
    </select>
  )
}

export const AccessEditor = ({
  access,
  isViewer,
  monitors,
  onChange
}: {
  readonly access: Access
  /** Whether the member is a viewer. A viewer can only read a monitor, even if its stored right is `write`. */
  readonly isViewer: boolean
  readonly monitors: ReadonlyArray<Monitor>
  readonly onChange: (access: Access) => void
}) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().team
  const [text, setText] = useState("")
  const kinds = useMemo(
    () =>
      kindNames.flatMap((kind) => {
        const ofKind = monitors.filter((monitor) => monitor.kind === kind)
        const sorted = ofKind.sort((one, other) => one.name.localeCompare(other.name))
        const nouns = common.nav[monitorKinds[kind].screens]
        return ofKind.length === 0 ? [] : [{ kind, monitors: sorted, nouns, ids: sorted.map(({ id }) => id) }]
      }),
    [common.nav, monitors]
  )
  const tagged = useMemo(() => monitorsByTag(monitors), [monitors])
  const wanted = text.trim().toLowerCase()
  const found = kinds.flatMap(({ kind, monitors: ofKind, nouns }) => {
    const rows = ofKind.filter(
      ({ host, name }) => wanted === "" || name.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted)
    )
    return rows.length === 0 ? [] : [{ kind, nouns, rows }]
  })
  const hidden = found.reduce((count, { rows }) => count + Math.max(0, rows.length - SHOWN), 0)
  const shown = shownTo(access, isViewer)
  const set = (ids: ReadonlyArray<string>) => (right: Right) => onChange(withRight(access, ids, right))
  return (
    <div className={css["editor"]}>
      <div className={css["list"]} role="group" aria-label={words.byTag}>
        {kinds.map(({ ids, kind, nouns }) => (
          <div key={kind} className={css["row"]}>
            <span>{words.allOfKind(nouns, ids.length)}</span>
            <RightSelect
              isViewer={isViewer}
              label={words.allOfKind(nouns, ids.length)}
              right={commonRight(shown, ids)}
              onChange={set(ids)}
            />
          </div>
        ))}
        {tagged.map(({ ids, tag }) => (
          <div key={tag.id} className={css["row"]}>
            <span>{words.allOfTag(tag.name, ids.length)}</span>
            <RightSelect isViewer={isViewer} label={tag.name} right={commonRight(shown, ids)} onChange={set(ids)} />
          </div>
        ))}
      </div>
      <input
        type="search"
        className={css["filter"]}
        aria-label={words.filter}
        placeholder={words.filter}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.map(({ kind, nouns, rows }) => (
        <div key={kind} className={css["list"]} role="group" aria-label={nouns}>
          {kinds.length === 1 ? null : <h3 className={css["row"]}>{nouns}</h3>}
          {rows.slice(0, SHOWN).map(({ host, id, name }) => (
            <div key={id} className={css["row"]}>
              <span>
                <bdi>{name}</bdi>
                {name === host ? null : <small>{host}</small>}
              </span>
              <RightSelect isViewer={isViewer} label={name} right={shown.get(id) ?? "none"} onChange={set([id])} />
            </div>
          ))}
        </div>
      ))}
      {hidden > 0 ? <p className={css["soft"]}>{words.moreMonitors(hidden)}</p> : null}
    </div>
  )
}
