<?php
/**
 * Adds the URLs of embeds, which the site shows as links, and makes automatic excerpts of the first whole paragraph.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_HTML_Tag_Processor;
use WP_Post;

defined( 'ABSPATH' ) || exit;

add_filter( 'render_block_core/embed', __NAMESPACE__ . '\add_embed_url', 10, 2 );
// After WordPress has made its own excerpt (priority 10).
add_filter( 'get_the_excerpt', __NAMESPACE__ . '\automatic_excerpt', 20, 2 );

/**
 * @param array{attrs?: array<string, mixed>} $block
 */
function add_embed_url( string $html, array $block ): string {
	$url = esc_url_raw( (string) ( $block['attrs']['url'] ?? '' ) );
	$tag = new WP_HTML_Tag_Processor( $html );
	if ( '' === $url || ! $tag->next_tag( 'figure' ) ) {
		return $html;
	}
	$tag->set_attribute( 'data-embed-url', $url );
	return $tag->get_updated_html();
}

function automatic_excerpt( string $excerpt, WP_Post $post ): string {
	return '' === trim( $post->post_excerpt ) && isset( PREVIEW_TYPES[ $post->post_type ] )
		? first_paragraph( $post->post_content )
		: $excerpt;
}

/** The text of the first paragraph that is not empty, without the numbers of footnotes; empty if there is none. */
function first_paragraph( string $content ): string {
	// Texts of the classic editor have empty lines instead of paragraphs.
	preg_match_all( '#<p\b[^>]*>(.*?)</p>#s', excerpt_remove_footnotes( has_blocks( $content ) ? $content : wpautop( $content ) ), $paragraphs );
	foreach ( $paragraphs[1] as $html ) {
		$text = trim( (string) preg_replace( '/[ \t\r\n]+/', ' ', plain_text( $html ) ) );
		if ( '' !== $text ) {
			return $text;
		}
	}

	return '';
}
