import { Button } from "./Button.tsx"
import css from "./Screen.module.css"

/** The parts of a query of pages that the button needs. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Below a list: reads its next page. Nothing after the last one. */
export const OlderRows = ({
  label,
  query: { fetchNextPage, hasNextPage, isFetchingNextPage }
}: {
  readonly label: string
  readonly query: Pages
}) =>
  hasNextPage ? (
    <p className={css["more"]}>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </p>
  ) : null
