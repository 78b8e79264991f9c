import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useMonitors } from "../api/queries.ts"
import { StateMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import { matchRank } from "./matchRank.ts"
import css from "./Palette.module.css"

/** More results do not help anybody. */
const SHOWN = 12

const leave = (path: string) => () => globalThis.location.assign(path)

/** Search over everything that is already in memory. */
export const Palette = ({
  onClose,
  onShortcuts
}: {
  readonly onClose: () => void
  readonly onShortcuts: () => void
}) => {
  const { words } = useLanguage()
  const [, navigate] = useLocation()
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const monitors = useMonitors().data ?? []
  useEffect(() => field.current?.focus(), [])

  const go = (path: string) => () => {
    onClose()
    navigate(path)
  }
  const actions = [
    { label: words.nav.overview, note: "", mark: null, run: go("/") },
    { label: words.nav.domains, note: "", mark: null, run: go("/domains") },
    { label: words.nav.incidents, note: "", mark: null, run: go("/incidents") },
    { label: words.nav.add, note: "", mark: null, run: go("/add") },
    { label: words.nav.settings, note: "", mark: null, run: leave("/settings") },
    { label: words.nav.api, note: "", mark: null, run: leave("/docs") },
    { label: words.palette.keys, note: "?", mark: null, run: onShortcuts }
  ]
  const domains = monitors
    .filter(({ kind }) => kind === "domain")
    .map(({ host, id, name, state }) => ({ label: name, note: host, mark: state, run: go(`/domains/${id}`) }))
  const found =
    text.trim() === ""
      ? actions
      : [...actions, ...domains]
          .map((item) => ({ item, rank: matchRank(text, `${item.label} ${item.note}`) }))
          .filter(({ rank }) => rank > 0)
          .sort((one, other) => other.rank - one.rank)
          .slice(0, SHOWN)
          .map(({ item }) => item)
  const chosen = Math.min(active, found.length - 1)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((chosen + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === "Enter") {
      event.preventDefault()
      found[chosen]?.run()
    }
  }

  return (
    <>
      <input
        ref={field}
        className={css["field"]}
        role="combobox"
        aria-label={words.palette.placeholder}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length === 0 ? undefined : `${list}-${chosen}`}
        placeholder={words.palette.placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={words.palette.results} className={css["list"]}>
        {found.map(({ label, mark, note, run }, index) => (
          <div
            key={`${label} ${note}`}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={css["option"]}
            onClick={run}
            onPointerMove={() => setActive(index)}
            onKeyDown={onKeyDown}
          >
            {mark === null ? null : <StateMark state={mark} />}
            <span className={css["label"]}>{label}</span>
            <span className={css["note"]}>{note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={css["none"]} role="status">
          {words.palette.none}
        </p>
      ) : null}
    </>
  )
}
