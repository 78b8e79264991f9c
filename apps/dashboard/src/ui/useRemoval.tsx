import { type ReactNode, useState } from "react"
import { Confirm } from "./Confirm.tsx"
import { notify } from "./notify.ts"

interface RemovalWords {
  readonly remove: string
  readonly removeTitle: string | ((name: string) => string)
  readonly removeHint: string
  readonly removed: (name: string) => string
}

/**
 * Returns a function that asks before it removes an entry of a list, and the dialog that the screen must render for the
 * question.
 */
export const useRemoval = <Item extends { readonly name: string }>(
  { remove, removed, removeHint, removeTitle }: RemovalWords,
  send: (item: Item) => Promise<unknown>,
  hint: (item: Item | null) => ReactNode = () => <p>{removeHint}</p>
) => {
  const [item, setItem] = useState<Item | null>(null)
  const confirm = async () => {
    if (item === null) return
    await send(item)
    notify(removed(item.name))
  }
  return {
    ask: (asked: Item) => setItem(asked),
    question: (
      <Confirm
        open={item !== null}
        title={typeof removeTitle === "string" ? removeTitle : removeTitle(item?.name ?? "")}
        action={remove}
        onConfirm={confirm}
        onClose={() => setItem(null)}
      >
        {hint(item)}
      </Confirm>
    )
  }
}
