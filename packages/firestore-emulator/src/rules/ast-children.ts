import type { Expression } from '#firestore/rules/ast.ts';

type Shape<T> = T extends unknown ? Omit<T, 'height'> : never;

/** An expression without its height, which depends on its children. */
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
