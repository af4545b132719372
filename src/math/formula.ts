// Arithmetic that a user writes over named variables, read into a function without evaluating code.

/** Values of the variables, in the order of their names. */
export type FormulaValues = ArrayLike<number>;
export type Formula = (values: FormulaValues) => number;

export type ReadFormula =
  { readonly ok: true; readonly formula: Formula } | { readonly ok: false; readonly message: string };

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
  abs: (value) => Math.abs(value),
};

/** Numbers, names (in backticks where they hold other signs), operators. */
const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|`([^`]+)`|([-+*/(),]))/y;

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, number, name, quoted, sign] = TOKEN.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined || quoted !== undefined) tokens.push({ kind: 'name', text: name ?? quoted });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new SyntaxError(`“${text.slice(at).trim()[0]}” is no sign of a formula; needed + - * / ( )`);
  }
  return [...tokens, { kind: 'end', text: 'the end' }];
}

const binary =
  (sign: string, left: Formula, right: Formula): Formula =>
  (values) => {
    const [a, b] = [left(values), right(values)];
    return sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : a / b;
  };

/** Recursive descent: sums of products of signed terms. */
function parser(tokens: readonly Token[], names: readonly string[]) {
  let at = 0;
  const isSign = (...signs: string[]): boolean =>
    tokens[at].kind === 'sign' && signs.includes(tokens[at].text);

  function expect(sign: string): void {
    if (!isSign(sign)) throw new SyntaxError(`“${tokens[at].text}” where “${sign}” was needed`);
    at += 1;
  }

  function chain(next: () => Formula, ...signs: string[]): Formula {
    let left = next();
    while (isSign(...signs)) {
      const sign = tokens[at++].text;
      left = binary(sign, left, next());
    }
    return left;
  }

  const sum = (): Formula => chain(product, '+', '-');
  const product = (): Formula => chain(signed, '*', '/');

  function signed(): Formula {
    if (!isSign('-')) return primary();
    at += 1;
    const inner = signed();
    return (values) => -inner(values);
  }

  function call(name: string): Formula {
    expect('(');
    const parts = [sum()];
    while (isSign(',')) {
      at += 1;
      parts.push(sum());
    }
    expect(')');
    if (name === 'abs' && parts.length > 1) throw new SyntaxError('abs takes one value');
    return (values) => FUNCTIONS[name](...parts.map((part) => part(values)));
  }

  function variable(name: string): Formula {
    const place = names.indexOf(name);
    if (place < 0) throw new SyntaxError(`no variable ${name}; needed one of ${names.join(', ')}`);
    return (values) => values[place];
  }

  function primary(): Formula {
    const { kind, text } = tokens[at];
    if (isSign('(')) {
      at += 1;
      const inner = sum();
      expect(')');
      return inner;
    }
    if (kind !== 'number' && kind !== 'name')
      throw new SyntaxError(`“${text}” where a number or a variable was needed`);
    at += 1;
    if (kind === 'number') return () => Number(text);
    return Object.hasOwn(FUNCTIONS, text) && isSign('(') ? call(text) : variable(text);
  }

  return (): Formula => {
    const whole = sum();
    if (tokens[at].kind !== 'end') throw new SyntaxError(`“${tokens[at].text}” where the end was needed`);
    return whole;
  };
}

/** Reads + − × ÷, brackets, min, max and abs over the given names; what is wrong comes back as a message. */
export function readFormula(text: string, names: readonly string[]): ReadFormula {
  try {
    return { ok: true, formula: parser(tokensOf(text), names)() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: error.message };
  }
}
