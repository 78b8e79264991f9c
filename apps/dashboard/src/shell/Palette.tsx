import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { StateMark } from "../ui/StateMark.tsx"
import { useDialogWords } from "./useDialogWords.ts"
import css from "./Palette.module.css"
import { type PaletteItem, usePaletteItems } from "./paletteItems.ts"

export const Palette = ({
  onClose,
  onPauseAlerts,
  onShortcuts
}: {
  readonly onClose: () => void
  readonly onShortcuts: () => void
  readonly onPauseAlerts: () => void
}) => {
  const words = useDialogWords()
  const [, navigate] = useLocation()
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const go = (path: string) => () => navigate(path)
  const found = usePaletteItems(text, go, { onPauseAlerts, onShortcuts })
  const chosen = Math.min(active, found.length - 1)

  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((chosen + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === "Enter") {
      event.preventDefault()
      choose(found[chosen])
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
        {found.map((item, index) => (
          <div
            key={item.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={css["option"]}
            onClick={() => choose(item)}
            onPointerMove={() => setActive(index)}
            onKeyDown={onKeyDown}
          >
            {item.mark === null ? null : <StateMark state={item.mark} />}
            <span className={css["label"]}>{item.label}</span>
            <span className={css["note"]}>{item.note}</span>
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
