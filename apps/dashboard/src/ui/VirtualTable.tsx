import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react"
import { useKeys } from "./keys.ts"
import css from "./VirtualTable.module.css"

const ROW_PX = 46
const PHONE_ROW_PX = 68
const rowHeight = (): number => (globalThis.matchMedia("(width <= 46rem)").matches ? PHONE_ROW_PX : ROW_PX)

/**
 * Shows a table that renders only the rows near the visible area. J and K move between the links of the rows. The
 * functions in `keys` get the item of the active row. `columns` sets the widths of the cells in `head` and in each row.
 */
export const VirtualTable = <Item,>({
  columns,
  head,
  idOf,
  isSelected,
  items,
  keys = {},
  label,
  row
}: {
  readonly label: string
  /** The CSS class that sets the columns of the grid, including those on a phone. */
  readonly columns: string | undefined
  /** The heading cells, one for each column. */
  readonly head: ReadonlyArray<readonly [key: string, node: ReactNode, className?: string | undefined]>
  readonly items: ReadonlyArray<Item>
  readonly idOf: (item: Item) => string
  readonly isSelected?: (item: Item) => boolean
  readonly row: (item: Item) => ReactNode
  /** The commands for the active row, by the key that runs them. */
  readonly keys?: Readonly<Record<string, (item: Item | undefined) => void>>
}) => {
  const place = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const [active, setActive] = useState(-1)
  useLayoutEffect(() => setMargin(place.current?.offsetTop ?? 0), [])
  const height = rowHeight()
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: margin,
    // A new function would make the virtualizer measure all rows again.
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index]
        return item === undefined ? index : idOf(item)
      },
      [items, idOf]
    )
  })
  const move = (step: number) => {
    const next = Math.max(0, Math.min(items.length - 1, active + step))
    setActive(next)
    virtual.scrollToIndex(next)
    // The row may not exist until the table has scrolled to it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus())
  }
  const own = Object.fromEntries(Object.entries(keys).map(([key, run]) => [key, () => run(items[active])]))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    "/": () => document.querySelector<HTMLElement>("#filter")?.focus(),
    ...own
  })
  return (
    <div role="table" aria-label={label} aria-rowcount={items.length + 1} className={css["table"]}>
      <div role="rowgroup" className={css["head"]}>
        <div role="row" aria-rowindex={1} className={`${css["row"]} ${columns}`}>
          {head.map(([key, node, className]) => (
            <span key={key} role="columnheader" className={className}>
              {node}
            </span>
          ))}
        </div>
      </div>
      <div ref={place} role="rowgroup" className={css["body"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              data-row={index}
              data-selected={isSelected?.(item) === true ? "" : undefined}
              data-active={index === active ? "" : undefined}
              className={`${css["row"]} ${css["one"]} ${columns}`}
              style={{ transform: `translateY(${start - margin}px)` }}
              onFocus={({ target }) => {
                if (target instanceof HTMLAnchorElement) setActive(index)
              }}
            >
              {row(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
