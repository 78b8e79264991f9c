import { Button } from "./Button.tsx"
import css from "./Screen.module.css"

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

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
