import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"

/** Moves an entry of a list. A button that cannot move the entry any further does nothing, but keeps the focus. */
export const MoveButtons = ({
  at,
  count,
  name,
  onMove
}: {
  readonly at: number
  readonly count: number
  /** The name of the entry, for screen readers. */
  readonly name: string
  readonly onMove: (to: number) => void
}) => {
  const { move } = useLanguage().words
  const button = (text: string, to: number) => {
    const isEnd = to < 0 || to >= count
    return (
      <Button
        aria-disabled={isEnd}
        aria-label={`${text}: ${name}`}
        onClick={() => {
          if (!isEnd) onMove(to)
        }}
      >
        {text}
      </Button>
    )
  }
  return (
    <>
      {button(move.up, at - 1)}
      {button(move.down, at + 1)}
    </>
  )
}
