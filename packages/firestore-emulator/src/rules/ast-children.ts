import type { Expression, FunctionDeclaration, MatchBlock, RulesFile } from '#firestore/rules/ast.ts';

type Shape<T> = T extends unknown ? Omit<T, 'height' | 'start' | 'end' | 'parentheses'> : never;

/** An expression without its extent in the file, its parentheses and its height. */
export type ExpressionShape = Shape<Expression>;

export function children(node: ExpressionShape): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [node.target];
    case 'index':
      return [node.target, node.index];
    case 'slice':
      return [node.target, node.from, node.to];
    case 'call':
      return node.args;
    case 'method':
      return [node.target, ...node.args];
    case 'unary':
    case 'is':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'logical':
      return node.operands;
    case 'conditional':
      return [node.condition, node.yes, node.no];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flat();
    case 'path':
      return node.segments.filter((segment) => typeof segment !== 'string');
  }
}

/** All conditions, and the variables and results of all functions, in the order of the file. */
export function expressionsOf(file: RulesFile): readonly Expression[] {
  const found = [file, ...file.duplicates].flatMap(({ functions, matches }) => [
    ...functions.flatMap(ofFunction),
    ...matches.flatMap(ofMatch),
  ]);
  return found.sort((left, right) => left.start.offset - right.start.offset);
}

function ofMatch({ allows, functions, matches }: MatchBlock): readonly Expression[] {
  return [
    ...allows.flatMap(({ condition }) => (condition === null ? [] : [condition])),
    ...functions.flatMap(ofFunction),
    ...matches.flatMap(ofMatch),
  ];
}

function ofFunction({ lets, result }: FunctionDeclaration): readonly Expression[] {
  return [...lets.map(({ value }) => value), result];
}
