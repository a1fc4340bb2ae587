/** Kana as Latin letters, so that a Japanese name can be typed without kana. */

/** Stands in a row of the table for a syllable that does not exist. */
const NO_KANA = '-';
const ROWS: Readonly<Record<string, string>> = {
  a: 'ア イ ウ エ オ',
  k: 'カ キ ク ケ コ',
  g: 'ガ ギ グ ゲ ゴ',
  s: 'サ シ ス セ ソ',
  z: 'ザ ジ ズ ゼ ゾ',
  t: 'タ チ ツ テ ト',
  d: 'ダ ヂ ヅ デ ド',
  n: 'ナ ニ ヌ ネ ノ',
  h: 'ハ ヒ フ ヘ ホ',
  b: 'バ ビ ブ ベ ボ',
  p: 'パ ピ プ ペ ポ',
  m: 'マ ミ ム メ モ',
  y: 'ヤ - ユ - ヨ',
  r: 'ラ リ ル レ ロ',
  w: 'ワ - - - ヲ',
};
const IRREGULAR: Readonly<Record<string, string>> = {
  シ: 'shi',
  チ: 'chi',
  ツ: 'tsu',
  フ: 'fu',
  ジ: 'ji',
  ヂ: 'ji',
  ヅ: 'zu',
  ヲ: 'o',
  ン: 'n',
  ヴ: 'vu',
};
const SMALL: Readonly<Record<string, string>> = {
  ァ: 'a',
  ィ: 'i',
  ゥ: 'u',
  ェ: 'e',
  ォ: 'o',
  ャ: 'ya',
  ュ: 'yu',
  ョ: 'yo',
};
const VOWELS = 'aiueo';

/** Syllables by their kana, made when the first is asked for: no import waits for them. */
let syllables: ReadonlyMap<string, string> | undefined;

function syllableOf(kana: string): string | undefined {
  syllables ??= new Map<string, string>([
    ...Object.entries(ROWS).flatMap(([consonant, row]) =>
      row
        .split(' ')
        .map((letter, index) => [letter, `${consonant === 'a' ? '' : consonant}${VOWELS[index]}`] as const)
        .filter(([letter]) => letter !== NO_KANA),
    ),
    ...Object.entries(IRREGULAR),
  ]);
  return syllables.get(kana);
}

/** Joins a small kana to the syllable before: `shi` and `ya` are `sha`, `fu` and `i` are `fi`. */
function joined(before: string, small: string): string {
  const stem = before.replace(/[aiueo]$/, '');
  if (!small.startsWith('y')) return `${stem}${small}`;
  return /(?:sh|ch|j)$/.test(stem) ? `${stem}${small.slice(1)}` : `${stem}${small}`;
}

const MACRONS: Readonly<Record<string, string>> = { ā: 'a', ī: 'i', ū: 'u', ē: 'e', ō: 'o' };

/** With long vowels as short ones, however they were typed: `rookikku`, `roukikku`, `rōkikku`. */
export function withoutLong(romaji: string): string {
  return romaji
    .replace(/[āīūēō]/g, (letter) => MACRONS[letter] ?? letter)
    .replace(/([aiueo])\1+/g, '$1')
    .replace(/ou/g, 'o');
}

/** Letters and digits in lower case; kana as they are read; everything else falls away. */
export function romajiOf(text: string): string {
  const read: string[] = [];
  let isDoubled = false;
  for (const letter of text.normalize('NFKC')) {
    const code = letter.codePointAt(0) ?? 0;
    const kana = code >= 0x3041 && code <= 0x3096 ? String.fromCodePoint(code + 0x60) : letter;
    const small = SMALL[kana];
    if (kana === 'ッ') isDoubled = true;
    else if (small !== undefined) read.push(joined(read.pop() ?? '', small));
    else {
      const plain = syllableOf(kana) ?? (/[\p{L}\p{N}]/u.test(letter) && letter !== 'ー' ? letter.toLowerCase() : '');
      read.push(isDoubled && plain !== '' ? `${plain[0]}${plain}` : plain);
      isDoubled = false;
    }
  }
  return read.join('');
}
