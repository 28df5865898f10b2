<?php
/**
 * Excerpts of items for which an editor has entered none: the first whole paragraph. WordPress's own excerpts leave out lists and join
 * headings with the text, so their sentences may be wrong.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

// After WordPress has made its own excerpt (priority 10).
add_filter( 'get_the_excerpt', __NAMESPACE__ . '\automatic_excerpt', 20, 2 );

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
