import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { PNG } from "pngjs"
import { afterAll, describe, expect, it } from "vitest"

const BIN = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "diff-engine-images-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const png = (name: string, [left, top, width, height] = [0, 0, 0, 0], size = [60, 40], background = 255): string => {
  const image = new PNG({ width: size[0] ?? 0, height: size[1] ?? 0 })
  image.data.fill(background)
  for (let y = top ?? 0; y < (top ?? 0) + (height ?? 0); y++)
    for (let x = left ?? 0; x < (left ?? 0) + (width ?? 0); x++)
      image.data.set([200, 0, 0, 255], (y * image.width + x) * 4)
  return file(name, PNG.sync.write(image))
}

const before = png("before.png")
const after = png("after.png", [20, 10, 12, 8])

const run = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, ...args], { encoding: "utf8" })
  return { status, stderr, stdout }
}

describe("two PNG files", () => {
  it("differ in areas, and the exit code is 1", () => {
    expect(run(before, after)).toEqual({
      status: 1,
      stderr: "",
      stdout: "96 pixels in 1 area differ: 4.0 % of the image\n\n  12 x 8 at 20,10\n"
    })
    expect(JSON.parse(run("--json", before, after).stdout)).toEqual({
      result: "changed",
      diff: {
        changed: true,
        changedPixels: 96,
        changedRatio: 0.04,
        boxes: [{ x: 20, y: 10, width: 12, height: 8 }]
      }
    })
  })

  it("are the same outside ignored areas, and the exit code is 0", () => {
    const same = { status: 0, stderr: "", stdout: "No changes\n" }
    expect(run(before, before)).toEqual(same)
    expect(run("--ignore-region", "20,10,12,8", before, after)).toEqual(same)
    expect(run("--ignore-region", "20,10,12,4", "--ignore-region", "20,14,12,4", before, after)).toEqual(same)
    const mask = png("mask.png", [20, 10, 12, 8], [60, 40], 0)
    expect(run("--ignore-mask", mask, before, after)).toEqual(same)
    expect(JSON.parse(run("--json", "--ignore-mask", mask, before, after).stdout)).toEqual({ result: "same" })
    expect(run("--threshold", "1", before, after)).toEqual(same)
    expect(run("--ignore-region", "20,10,12,4", before, after).stdout).toContain("12 x 4 at 20,14")
  })

  it("cannot be compared if one is damaged, or a mask does not fit: the exit code is 2", () => {
    const cut = file("cut.png", Buffer.from(PNG.sync.write(new PNG({ width: 9, height: 9 }))).subarray(0, 50))
    expect(run(before, cut)).toEqual({ status: 2, stderr: `${cut} has damaged pixels.\n`, stdout: "" })
    const small = png("small.png", [0, 0, 1, 1], [10, 10], 0)
    expect(run("--ignore-mask", small, before, after).stderr).toBe(
      `${small} has 10 by 10 pixels, but the later image has 60 by 40. A mask must be the same size.\n`
    )
    expect(run("--ignore-mask", before, before, after)).toEqual({
      status: 2,
      stderr: `${before} ignores the whole image, because none of its pixels are fully transparent.\n`,
      stdout: ""
    })
    const text = file("text.txt", "no image")
    expect(run("--ignore-mask", text, before, after).stderr).toBe(`${text} is not a PNG.\n`)
  })

  it("take no option of pages, and pages none of images: the exit code is 64", () => {
    const usage = (...args: ReadonlyArray<string>) => {
      const { status, stderr, stdout } = run(...args)
      expect({ status, stdout }).toEqual({ status: 64, stdout: "" })
      return stderr.split("\n")[0]
    }
    expect(usage("--include", "h1", before, after)).toBe("--include does not apply, because both files are images.")
    expect(usage("--unified", before, after)).toBe("--unified does not apply, because both files are images.")
    const page = file("page.html", "<p>Text")
    expect(usage("--ignore-region", "0,0,1,1", page, page)).toBe(
      "--ignore-region applies only if both files are PNG images."
    )
    expect(usage("--antialiasing", page, before)).toBe("--antialiasing applies only if both files are PNG images.")
    expect(usage("--ignore-region", "0,0,1", before, after)).toBe(
      '--ignore-region must be a rectangle in pixels: x,y,width,height, such as 0,0,300,80, not "0,0,1".'
    )
  })
})
