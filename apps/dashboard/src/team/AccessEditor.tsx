import { useMemo, useState } from "react"
import { useMonitors } from "../api/queries.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { type Access, commonRight, domainsByTag, type Right, rights, shownTo, withRight } from "./access.ts"
import css from "./AccessEditor.module.css"

/** The largest number of rows. The filter finds the rest. */
const SHOWN = 100

const RightSelect = ({
  isViewer,
  label,
  onChange,
  right
}: {
  readonly label: string
  readonly isViewer: boolean
  /** The right. Null: the rights differ. */
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

/** Chooses what a member may do with each domain, by tag or individually. */
export const AccessEditor = ({
  access,
  isViewer,
  onChange
}: {
  readonly access: Access
  /** Whether the member is a viewer, who can only read even if the right to change is shared. */
  readonly isViewer: boolean
  readonly onChange: (access: Access) => void
}) => {
  const words = useAccountWords().team
  const monitors = useMonitors().data
  const [text, setText] = useState("")
  const domains = useMemo(
    () =>
      (monitors ?? [])
        .filter(({ kind }) => kind === "domain")
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    [monitors]
  )
  const tagged = useMemo(() => domainsByTag(domains), [domains])
  const wanted = text.trim().toLowerCase()
  const found = domains.filter(
    ({ host, name }) => wanted === "" || name.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted)
  )
  const all = domains.map(({ id }) => id)
  const shown = shownTo(access, isViewer)
  const set = (ids: ReadonlyArray<string>) => (right: Right) => onChange(withRight(access, ids, right))
  return (
    <div className={css["editor"]}>
      <div className={css["list"]} role="group" aria-label={words.byTag}>
        <div className={css["row"]}>
          <span>{words.allDomains(all.length)}</span>
          <RightSelect
            isViewer={isViewer}
            label={words.allDomains(all.length)}
            right={commonRight(shown, all)}
            onChange={set(all)}
          />
        </div>
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
      <div className={css["list"]} role="group" aria-label={words.domains}>
        {found.slice(0, SHOWN).map(({ host, id, name }) => (
          <div key={id} className={css["row"]}>
            <span>
              <bdi>{name}</bdi>
              {name === host ? null : <small>{host}</small>}
            </span>
            <RightSelect isViewer={isViewer} label={name} right={shown.get(id) ?? "none"} onChange={set([id])} />
          </div>
        ))}
      </div>
      {found.length > SHOWN ? <p className={css["soft"]}>{words.moreDomains(found.length - SHOWN)}</p> : null}
    </div>
  )
}
