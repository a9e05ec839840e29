import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FleetLedger } from '../../src/command/audit/fleet-ledger'
import { page as pageOf } from '../../src/command/audit/page'
import type { Report } from '../../src/command/audit/report'
import { startBrowser } from '../browser'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-page-'))
let browser: Browser
let stop = async () => {}

beforeAll(async () => {
  const started = await startBrowser()
  browser = started.browser
  stop = started.stop
})

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const reportOn = (...names: string[]) => reportTo('interbase', ...names)

function reportTo(to: string | undefined, ...names: string[]): Report {
  const ledger = new FleetLedger({ to, examples: 3 })
  for (const name of names) {
    const file = fileURLToPath(new URL(`../fixtures/audit/${name}`, import.meta.url))
    for (const text of readFileSync(file, 'utf8').split('\n')) ledger.add({ text, input: file })
  }
  return ledger.report()
}

const logLine = {
  from: 'text',
  to: 'interbase',
  code: 'unknown',
  action: 'give_up',
  message: 'm',
  losses: ['a'],
}

/** Everything that a page did which it should not. */
interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

/** A report's page as a person opens it, and what happened that should not have. */
async function opened(
  report: Report,
  { width = 1200, colorScheme = 'light' as 'light' | 'dark' } = {},
): Promise<Watched> {
  const file = join(folder, `${crypto.randomUUID()}.html`)
  writeFileSync(file, pageOf(report))
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const address = pathToFileURL(file).href
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url() !== address) complaints.push(`request: ${request.url()}`)
  })
  await page.goto(address)
  return { page, complaints }
}

const fleet = reportOn('proxy-log.ndjson', 'notes.ndjson')
const hostile = reportOn('hostile.ndjson')

describe('the page of an audit', () => {
  it('says in its title and its figures what there is', async () => {
    const { page, complaints } = await opened(fleet)
    expect(await page.title()).toBe('Tool errors of 4 servers')
    expect(await page.locator('h1').textContent()).toBe('Tool errors of 4 servers')
    expect(await page.locator('.figures dd').allInnerTexts()).toEqual(['138', '4', '28%', '58%'])
    expect(await page.locator('h2').allInnerTexts()).toEqual([
      'What the errors ask for',
      'How they say it',
      'What gets lost in interbase',
      'The servers',
      'The codes',
      'Not recognised',
    ])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('draws bars as long as the errors are many, and shares as long as they are large', async () => {
    const { page } = await opened(fleet)
    const charts = page.locator('.chart')
    expect(await charts.count()).toBe(2)
    const whole = (await charts.first().boundingBox())?.width ?? 0
    const [most = { errors: 0 }] = fleet.servers
    for (const [at, { server, errors, actions, dialects }] of fleet.servers.entries()) {
      const [byAction, byDialect] = [0, 1].map((chart) => charts.nth(chart).locator('li').nth(at))
      expect(await byAction?.locator('span').allTextContents()).toEqual([server, `${errors} errors`])
      for (const { action, errors: count } of actions) {
        const box = await byAction?.locator(`[data-kind="${action}"]`).boundingBox()
        expect(box?.width).toBeCloseTo((count / most.errors) * whole, 0)
      }
      for (const { dialect, errors: count } of dialects) {
        const box = await byDialect?.locator(`[data-kind="${dialect}"]`).boundingBox()
        expect(box?.width).toBeCloseTo((count / errors) * whole, 0)
      }
    }
    await page.close()
  })

  it('puts the parts of a bar one beside the other, in the colours of the legend', async () => {
    const { page } = await opened(fleet)
    const section = page.locator('section').first()
    expect(await section.locator('.legend li').allTextContents()).toEqual([
      'retry 60',
      'wait 11',
      'fix input 18',
      'work around 20',
      'ask a person 13',
      'give up 16',
    ])
    const fills = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each).fill)`,
      )
    const legend = await fills('section:first-child .legend rect')
    expect(new Set(legend).size).toBe(6)
    expect((await fills('section:first-child [data-kind=retry]'))[0]).toBe(legend[0])
    const ends = await section
      .locator('.chart li')
      .first()
      .locator('[data-kind]')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    for (const [i, [left = 0]] of ends.slice(1).entries()) expect(left).toBeCloseTo(ends[i]?.[1] ?? 0, 1)
    await page.close()
  })

  it('can be read without seeing it', async () => {
    const { page } = await opened(fleet)
    const bars = page.getByRole('list', { name: 'Errors per server by action' }).getByRole('listitem')
    expect(await bars.first().locator('span').allTextContents()).toEqual(['mail', '67 errors'])
    expect(await bars.first().getByRole('img').getAttribute('aria-label')).toBe(
      'retry 38, fix input 14, ask a person 9, give up 6',
    )
    expect(await page.getByRole('list', { name: 'Dialects per server' }).getByRole('img').count()).toBe(4)
    expect(await page.getByRole('img').count()).toBe(8)
    const tables = await page.getByRole('table').all()
    expect(tables).toHaveLength(6)
    for (const table of tables) {
      expect(await table.locator('caption').count()).toBe(1)
      expect(await table.locator('th:not([scope])').count()).toBe(0)
    }
    await page.close()
  })

  it('shows how much of each member each server loses', async () => {
    const { page } = await opened(fleet)
    const heat = page.locator('.heat')
    expect(await heat.locator('thead th').allInnerTexts()).toEqual([
      'server',
      'details.retry_after',
      'operation',
      'resource',
      'details.auth_url',
    ])
    expect(await heat.locator('tbody tr').first().locator('td').allInnerTexts()).toEqual([
      '38 57%',
      '0',
      '0',
      '9 13%',
    ])
    await page.close()
  })

  it('shows what an input says as text, and runs none of it', async () => {
    const { page, complaints } = await opened(hostile)
    const evil = '</script><img src=x onerror=alert(1)>'
    expect(await page.locator('h3').allInnerTexts()).toContain(evil)
    expect(await page.locator('blockquote').allInnerTexts()).toContain(
      `${evil}\\u{1b}[31mred\\u{1b}[0m & "quotes"`,
    )
    expect(await page.locator('.codes code').allInnerTexts()).toContain('</style><script>alert(5)</script>')
    expect(await page.locator('script, img, iframe, link, [onerror], [onmouseover]').count()).toBe(0)
    // Events that a handler smuggled in would be waiting for.
    for (const heading of await page.locator('h3, .scroll, .chart li').all())
      await heading.dispatchEvent('mouseover')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('forbids everything that does not stand in it', async () => {
    const { page, complaints } = await opened(fleet)
    const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')
    expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'")
    await page.evaluate(
      "document.body.append(Object.assign(new Image(), { src: 'https://example.invalid/x.png' }))",
    )
    await expect.poll(() => complaints.join()).toContain('Content Security Policy')
    await page.close()
  })

  it.each([
    ['a fleet', fleet, 400],
    ['a fleet', fleet, 1200],
    ['hostile names', hostile, 400],
    ['hostile names', hostile, 1200],
  ])('fits: %s, %#', async (_, report, width) => {
    const { page } = await opened(report, { width })
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(wide).toBeLessThanOrEqual(width)
    const labels = await page.locator('.chart li').evaluateAll((bars) =>
      bars.map((bar) => {
        const [name, count] = [...bar.querySelectorAll('span')].map((text) => text.getBoundingClientRect())
        return (count?.left ?? 0) - (name?.right ?? 0)
      }),
    )
    expect(labels).toHaveLength(2 * report.servers.length)
    expect(Math.min(...labels)).toBeGreaterThan(0)
    await page.close()
  })

  it('is dark where the reader likes it dark', async () => {
    const grounds = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await opened(fleet, { colorScheme })
      grounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
      await page.close()
    }
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(22, 22, 24)'])
  })

  it('says so where nothing failed, and where nothing was measured', async () => {
    const ledger = new FleetLedger({ examples: 3 })
    ledger.add({ text: '{"content":[{"type":"text","text":"fine"}]}', input: 'ok.json' })
    const fine = await opened(ledger.report())
    expect(await fine.page.locator('main').textContent()).toContain('Every result was a success.')
    ledger.add({ text: '{"type":"INTERNAL","message":"m","recoverable":false}', input: 'ok.json' })
    const failed = await opened(ledger.report())
    expect(await failed.page.locator('main').textContent()).toContain('Losses were not measured.')
    expect([...fine.complaints, ...failed.complaints]).toEqual([])
    await fine.page.close()
    await failed.page.close()
  })

  it('says so where there was nothing to audit', async () => {
    const { page } = await opened(new FleetLedger({ examples: 3 }).report())
    expect(await page.locator('main').textContent()).toContain(
      'Nothing to auditThere was no error and no result of a tool.',
    )
    expect(await page.locator('.figures').count()).toBe(0)
    await page.close()
  })

  it('says how many errors its share of losses is of where not all were measured', async () => {
    const labelsOf = async (to: string | undefined) => {
      const { page } = await opened(reportTo(to, 'proxy-log.ndjson', 'notes.ndjson'))
      const labels = await page.locator('.figures dt').allTextContents()
      await page.close()
      return labels.at(-1)
    }
    expect(await labelsOf('interbase')).toBe('of errors lose something in interbase')
    expect(await labelsOf(undefined)).toBe('of 135 measured errors lose something in interbase')
  })

  it('counts results where all errors stand in recorded ones', async () => {
    const { page } = await opened(fleet)
    const results = await page.locator('.servers tbody td:nth-child(3)').allTextContents()
    expect(results).toEqual(['-', '-', '-', '5', '-'])
    expect(await page.locator('.lead').textContent()).not.toContain('recorded')
    const recorded = await opened(reportOn('notes.ndjson'))
    expect(await recorded.page.locator('.lead').textContent()).toContain('5 recorded results.')
    await page.close()
    await recorded.page.close()
  })

  it.each([400, 1280])('shows long names whole, at %i pixels', async (width) => {
    const ledger = new FleetLedger({ examples: 3 })
    const names = ['github', 'filesystem'].map(
      (name) => `github.com/modelcontextprotocol/servers/tree/main/src/${name}`,
    )
    for (const server of names) ledger.add({ text: JSON.stringify({ ...logLine, server }), input: 'log' })
    const { page } = await opened(ledger.report(), { width })
    const shown = page.locator('.chart').first().locator('.name')
    expect((await shown.allInnerTexts()).sort()).toEqual([...names].sort())
    const cut = await shown.evaluateAll((all) =>
      all.map((name) => name.scrollWidth > Math.ceil(name.getBoundingClientRect().width)),
    )
    expect(cut).toEqual([false, false])
    await page.close()
  })

  it('gives each dialect the same colour on every page', async () => {
    const colours = async (...names: string[]) => {
      const { page } = await opened(reportOn(...names))
      const kinds = await page
        .locator('.chart')
        .nth(1)
        .locator('[data-kind]')
        .evaluateAll((parts) =>
          parts.map((part) => [part.getAttribute('data-kind'), part.getAttribute('style')] as const),
        )
      await page.close()
      return new Map(kinds)
    }
    const few = await colours('notes.ndjson')
    const many = await colours('proxy-log.ndjson', 'notes.ndjson')
    expect([...few.keys()].sort()).toEqual(['fusion', 'jsonrpc', 'text'])
    for (const [dialect, colour] of few) expect(many.get(dialect)).toBe(colour)
    expect(new Set(many.values()).size).toBe(many.size)
  })

  it('names the tools that failed', async () => {
    const { page } = await opened(fleet)
    expect(await page.locator('.tools').first().textContent()).toBe(
      'Errors by tool: send 47, search 14, archive 6',
    )
    await page.close()
  })

  it('stays short for a large fleet', async () => {
    const ledger = new FleetLedger({ examples: 3 })
    for (let i = 0; i < 300; i++) {
      ledger.add({
        text: JSON.stringify({ ...logLine, server: `server-${i}`, from: `dialect-${i % 9}` }),
        input: 'log',
      })
    }
    const { page } = await opened(ledger.report())
    const charts = page.locator('.chart')
    expect(await charts.first().locator('li').count()).toBe(31)
    expect(await charts.first().locator('li').last().locator('span').allTextContents()).toEqual([
      '270 other servers',
      '270 errors, not to scale',
    ])
    // The bar of one server is as long as the chart, though many together have more errors.
    const [whole, one] = [charts.first(), charts.first().locator('[data-kind]').first()]
    expect((await one.boundingBox())?.width).toBeCloseTo((await whole.boundingBox())?.width ?? 0, 0)
    expect(await charts.nth(1).locator('li').last().locator('span').last().textContent()).toBe('270 errors')
    expect(await charts.nth(1).locator('[data-kind="(others)"]').count()).toBeGreaterThan(0)
    expect(await page.locator('.codes').count()).toBe(50)
    await page.close()
  })
})
