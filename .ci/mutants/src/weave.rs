//! Weaves mutants into the text of a file. Text is put in and none is taken away, and no line is added, so that places
//! stay on their lines.

use std::{collections::HashMap, ops::Range};

use proc_macro2::{LineColumn, Span};
use quote::ToTokens;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprStruct, ExprUnary, ImplItemFn, Item, ItemFn, Pat, PatGuard, TraitItemFn, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::list::{Genre, Mutant, Place};

/// The text with the mutants in it, and where each of them lies: all that belongs to the place that it changes.
pub(crate) struct Woven {
    pub(crate) text: String,
    pub(crate) ranges: Vec<(u32, Range<usize>)>,
}

pub(crate) fn weave(text: &str, mutants: &[&Mutant]) -> Woven {
    let file = syn::parse_file(text).expect("a file of Rust");
    let mut sites: HashMap<(Genre, Place), Vec<&Mutant>> = HashMap::new();
    for mutant in mutants {
        sites.entry((mutant.genre, mutant.at)).or_default().push(mutant);
    }
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut weaver = Weaver { text, lines, sites, inserts: Vec::new(), depth: 0 };
    weaver.visit_file(&file);
    weaver.finish()
}

/// Text to put in at an offset. What ends there comes before what begins there, the outer of two beginnings first, the
/// inner of two ends first.
struct Insert {
    at: usize,
    begins: bool,
    depth: usize,
    /// Pieces, and the mutant that is in one.
    pieces: Vec<(Option<u32>, String)>,
    /// The mutants whose place begins or ends here.
    ids: Vec<u32>,
}

struct Weaver<'t> {
    text: &'t str,
    /// The offset of the beginning of each line.
    lines: Vec<usize>,
    sites: HashMap<(Genre, Place), Vec<&'t Mutant>>,
    inserts: Vec<Insert>,
    depth: usize,
}

impl<'t> Weaver<'t> {
    fn offset(&self, at: LineColumn) -> usize {
        let start = self.lines[at.line - 1];
        self.text[start..].char_indices().nth(at.column).map_or(self.text.len(), |(offset, _)| start + offset)
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.offset(span.start())..self.offset(span.end())
    }

    fn take(&mut self, genre: Genre, span: Span) -> Vec<&'t Mutant> {
        let at = span.start();
        self.sites.remove(&(genre, (at.line, at.column + 1))).unwrap_or_default()
    }

    /// Puts a text for each mutant, between two others, before a range, and another behind it.
    fn wrap(&mut self, range: Range<usize>, [before, between, after]: [&str; 3], each: Vec<(u32, String)>) {
        let (depth, ids) = (self.depth, each.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        let mut pieces = vec![(None, before.to_owned())];
        pieces.extend(each.into_iter().map(|(id, text)| (Some(id), text)));
        pieces.push((None, between.into()));
        self.inserts.push(Insert { at: range.start, begins: true, depth, pieces, ids: ids.clone() });
        self.inserts.push(Insert { at: range.end, begins: false, depth, pieces: vec![(None, after.into())], ids });
    }

    /// Puts an expression behind a choice of others.
    fn choose(&mut self, span: Span, mutants: &[&Mutant], mut other: impl FnMut(&Mutant) -> String) {
        if !mutants.is_empty() {
            let range = self.range(span);
            let choice = |each: &&Mutant| (each.id, format!("if {} {{ {} }} else ", on(each), other(each)));
            self.wrap(range, ["(", "{ ", " })"], mutants.iter().map(choice).collect());
        }
    }

    fn function(&mut self, block: &Block) {
        let Some(first) = block.stmts.first() else { return };
        let mutants = self.take(Genre::FnValue, first.span());
        if !mutants.is_empty() {
            let at = self.offset(block.brace_token.span.open().end());
            let early = |each: &&Mutant| (each.id, format!(" if {} {{ return {}; }}", on(each), each.replacement));
            self.wrap(at..at, [""; 3], mutants.iter().map(early).collect());
        }
    }

    fn finish(mut self) -> Woven {
        let depth_key = |insert: &Insert| match insert.begins {
            true => (1, insert.depth),
            false => (0, usize::MAX - insert.depth),
        };
        self.inserts.sort_by_key(|insert| (insert.at, depth_key(insert)));
        let (mut woven, mut at) = (String::new(), 0);
        let mut open: HashMap<u32, usize> = HashMap::new();
        let mut ranges = Vec::new();
        for insert in &self.inserts {
            woven.push_str(&self.text[at..insert.at]);
            at = insert.at;
            let begin = woven.len();
            for (id, text) in &insert.pieces {
                let start = woven.len();
                woven.push_str(text);
                ranges.extend(id.map(|id| (id, start..woven.len())));
            }
            for id in &insert.ids {
                if insert.begins {
                    open.insert(*id, begin);
                } else if let Some(start) = open.get(id) {
                    ranges.push((*id, *start..woven.len()));
                }
            }
        }
        woven.push_str(&self.text[at..]);
        Woven { text: woven, ranges }
    }
}

/// The condition under which a mutant is the one that runs.
fn on(mutant: &Mutant) -> String {
    format!("crate::mutant_switch::on({})", mutant.id)
}

fn tokens(node: &impl ToTokens) -> String {
    node.to_token_stream().to_string().replace('\n', " ")
}

fn has_let(expr: &Expr) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_expr_let(&mut self, _: &'a syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_block(&mut self, _: &'a syn::ExprBlock) {}
        fn visit_expr_if(&mut self, _: &'a syn::ExprIf) {}
        fn visit_expr_match(&mut self, _: &'a syn::ExprMatch) {}
        fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
    }
    let mut finder = Finder(false);
    finder.visit_expr(expr);
    finder.0
}

impl<'a> Visit<'a> for Weaver<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        self.depth += 1;
        visit::visit_item(self, item);
        self.depth -= 1;
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.function(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.depth += 1;
        visit::visit_expr(self, expr);
        self.depth -= 1;
    }

    fn visit_expr_binary(&mut self, expr: &'a ExprBinary) {
        let mutants = self.take(Genre::Binary, operator(&expr.op));
        if !has_let(&expr.left) && !has_let(&expr.right) {
            let (left, right) = (tokens(&expr.left), tokens(&expr.right));
            self.choose(expr.span(), &mutants, |each| format!("{left} {} {right}", each.replacement));
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'a ExprUnary) {
        let span = match &expr.op {
            UnOp::Not(token) => token.span(),
            UnOp::Neg(token) => token.span(),
            _ => return visit::visit_expr_unary(self, expr),
        };
        let mutants = self.take(Genre::Unary, span);
        let operand = tokens(&expr.expr);
        self.choose(expr.span(), &mutants, |_| operand.clone());
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        let start = arm.attrs.first().map_or_else(|| arm.pat.span(), Spanned::span);
        let mutants = self.take(Genre::Arm, start);
        self.depth += 1;
        if !mutants.is_empty() {
            let none = mutants.iter().map(|each| (each.id, format!("!{} && ", on(each)))).collect();
            match &arm.pat {
                Pat::Guard(PatGuard { guard, .. }) if has_let(guard) => {}
                Pat::Guard(PatGuard { guard, .. }) => self.wrap(self.range(guard.span()), ["", "(", ")"], none),
                pat => {
                    let end = self.offset(pat.span().end());
                    self.wrap(end..end, [" if ", "true", ""], none);
                }
            }
        }
        visit::visit_arm(self, arm);
        self.depth -= 1;
    }

    fn visit_pat_guard(&mut self, pat: &'a PatGuard) {
        let mutants = self.take(Genre::Guard, pat.guard.span());
        self.depth += 1;
        if !has_let(&pat.guard) {
            self.choose(pat.guard.span(), &mutants, |each| each.replacement.clone());
        }
        self.depth += 1;
        visit::visit_pat_guard(self, pat);
        self.depth -= 2;
    }

    fn visit_expr_struct(&mut self, expr: &'a ExprStruct) {
        for field in &expr.fields {
            let mutants = self.take(Genre::Field, field.span());
            let Some(rest) = &expr.rest else { continue };
            let (rest, member) = (tokens(rest), tokens(&field.member));
            self.choose(field.expr.span(), &mutants, |_| format!("({rest}).{member}"));
            if !mutants.is_empty() && field.colon_token.is_none() {
                let at = self.offset(field.expr.span().start());
                // Before what was put there now.
                self.depth -= 1;
                self.wrap(at..at, [&format!("{member}: "), "", ""], Vec::new());
                self.depth += 1;
            }
        }
        visit::visit_expr_struct(self, expr);
    }
}

fn operator(op: &BinOp) -> Span {
    op.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}
