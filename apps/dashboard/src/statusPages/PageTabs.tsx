import { Link } from "wouter"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

export const PageTabs = ({
  current,
  id
}: {
  readonly id: string
  readonly current: "settings" | "posts" | "subscribers"
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <nav className={screen["tabs"]} aria-label={words.title}>
      <Link href={`/status-pages/${id}`} aria-current={current === "settings" ? "page" : undefined}>
        {words.settings}
      </Link>
      <Link href={`/status-pages/${id}/posts`} aria-current={current === "posts" ? "page" : undefined}>
        {words.posts}
      </Link>
      <Link href={`/status-pages/${id}/subscribers`} aria-current={current === "subscribers" ? "page" : undefined}>
        {words.subscribersTab}
      </Link>
    </nav>
  )
}
