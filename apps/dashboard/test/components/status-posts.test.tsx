import { expect, it } from "vitest"
import { queryClient } from "../../src/api/queries.ts"
import StatusPosts from "../../src/statusPages/StatusPosts.tsx"
import { makeStatusPages, makeStatusPosts } from "../statusPageRecords.ts"
import { render } from "./render.tsx"

/** Renders the list of the posts of a status page, with as many posts as the service returns. */
const list = async (count: number, language: "en" | "de") => {
  const [page] = makeStatusPages()
  const [post] = makeStatusPosts()
  queryClient.setQueryData(["status-pages", "s1"], page)
  queryClient.setQueryData(
    ["status-pages", "s1", "posts"],
    Array.from({ length: count }, (_, index) => ({ ...post, id: `post-${index}` }))
  )
  return (await render(<StatusPosts id="s1" />, language)).screen
}

it.each([
  ["en", "Only the 50 newest posts are listed here. The API also lists older posts."],
  ["de", "Hier stehen nur die 50 neuesten Beiträge. Die API nennt auch ältere Beiträge."]
] as const)("a list of posts that is full says that older posts are not in it: %s", async (language, sentence) => {
  const screen = await list(50, language)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

it("a list with all posts says nothing about older posts", async () => {
  const screen = await list(49, "en")
  await expect.element(screen.getByRole("listitem").first()).toBeVisible()
  expect(screen.getByText("newest posts").elements()).toHaveLength(0)
})
