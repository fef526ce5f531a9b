//! Tests that [`Components`] returns the same spans as an array of spans.

use url_core::{Component, Components, Span};

type Places = [Option<Span>; 8];

/// Returns a span for each component whose bit in `present` is 1. The length of the span is the index of
/// the component, and 0 to 4 bytes precede the span.
fn places(present: usize) -> Places {
    let mut end = 0;
    Component::ALL.map(|component| {
        let place = component as usize;
        let start = end + (present + place) % 5;
        (present >> place & 1 == 1).then(|| {
            end = start + place;
            Span::new(start, end)
        })
    })
}

fn read(components: &Components) -> Places {
    Component::ALL.map(|component| components.get(component))
}

fn set_in_order(places: &Places) -> Components {
    let mut components = Components::default();
    for (component, span) in Component::ALL.into_iter().zip(places) {
        if let Some(span) = *span {
            components.set(component, span);
        }
    }
    components
}

/// Returns the end of the component before `component`, and the start of the component after `component`.
fn around(places: &Places, component: Component) -> (u32, Option<u32>) {
    let (before, after) = places.split_at(component as usize);
    let before = before.iter().flatten().next_back().map_or(0, |span| span.end);
    (before, after.iter().skip(1).flatten().next().map(|span| span.start))
}

#[test]
fn what_is_set_is_read() {
    for present in 0..256 {
        let places = places(present);
        assert_eq!(read(&set_in_order(&places)), places, "{present:#b}");
        // Setting in reverse order must give the same value, as long as no gap is greater than `MAX_GAP`.
        let mut components = Components::default();
        for component in Component::ALL.into_iter().rev() {
            let gap = around(&places, component).1.unwrap_or_default();
            if gap <= u32::from(Components::MAX_GAP) {
                places[component as usize].iter().for_each(|span| components.set(component, *span));
            } else {
                components = set_in_order(&places);
            }
        }
        assert_eq!(read(&components), places, "{present:#b}");
    }
}

#[test]
fn what_is_replaced_moves_what_follows() {
    for (present, component) in (0..256).flat_map(|present| Component::ALL.map(|c| (present, c))) {
        let mut places = places(present);
        let (before, next) = around(&places, component);
        for new in [None, Some((0, 0)), Some((1, 0)), Some((3, 5)), Some((0, 70_000))] {
            let mut components = set_in_order(&places);
            let span = new.map(|(gap, len)| Span { start: before + gap, end: before + gap + len });
            // The next component starts one byte after the end of the replaced component.
            let (from, to) = (next.unwrap_or(before), span.map_or(before, |span| span.end) + 1);
            components.replace(component, span, from as usize, to as usize);
            let mut expected = places;
            expected[component as usize] = span;
            for span in expected.iter_mut().skip(component as usize + 1).flatten() {
                *span = Span { start: span.start - from + to, end: span.end - from + to };
            }
            assert_eq!(read(&components), expected, "{present:#b}, {component:?}, {new:?}");
            // The value must not depend on the replaced span.
            assert_eq!(components, set_in_order(&expected), "{present:#b}, {component:?}, {new:?}");
        }
        let mut components = set_in_order(&places);
        components.truncate(component);
        places.iter_mut().skip(component as usize + 1).for_each(|span| *span = None);
        assert_eq!(components, set_in_order(&places), "{present:#b}, {component:?}");
    }
}

#[test]
fn a_hidden_component_keeps_what_follows_in_place() {
    let mut components = Components::default();
    components.set(Component::Scheme, Span::new(0, 1));
    components.set(Component::Host, Span::new(4, 104));
    components.hide(Component::Host);
    components.set(Component::Path, Span::new(104, 105));
    assert_eq!(components.get(Component::Host), None);
    assert_eq!(components.get(Component::Path), Some(Span::new(104, 105)));
}

#[test]
fn a_place_out_of_reach_is_brought_near() {
    let mut components = Components::default();
    components.set(Component::Host, Span::new(100, 200));
    assert_eq!(components.get(Component::Host), Some(Span::new(14, 200)));
    components.set(Component::Path, Span::new(7, 9));
    assert_eq!(components.get(Component::Path), Some(Span::new(200, 200)));
}
